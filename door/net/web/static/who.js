// The page of callers who are on: ask again every half minute.
const shown = () => document.getElementById('who');

setInterval(async () => {
  if (document.hidden) return;
  const response = await fetch(location.href);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (response.ok) shown().replaceWith(page.getElementById('who'));
}, 30_000);
