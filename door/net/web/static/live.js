// A game in progress: on its own page, and the liveliest one on the first page. Ask again every few seconds.
const EVERY = 4_000, shown = () => document.getElementById('live');
const words = shown()?.dataset.watch; // only the first page has them

async function onItsPage() {
  const response = await fetch(location.href);
  if (response.redirected) location = response.url; // it has ended, and has a page of its own
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const next = page.getElementById('live');
  if (response.ok && next && next.innerHTML !== shown().innerHTML) shown().replaceWith(next);
}

async function onTheFirst() {
  const response = await fetch('../api/v1/live.json');
  const [game] = response.ok ? (await response.json()).games : [];
  if (!game) return;
  const [link, caption] = shown().children, image = link.firstElementChild, at = `../${game.page}`;
  const source = `${at}picture.png?${game.moves}`;
  if (image.getAttribute('src') !== source) image.setAttribute('src', source);
  image.alt = game.title;
  link.href = at;
  const watch = Object.assign(document.createElement('a'), { href: at, textContent: words });
  caption.className = 'now';
  caption.replaceChildren(`${game.title} `, watch);
}

const look = () => { if (!document.hidden) (words === undefined ? onItsPage : onTheFirst)().catch(() => {}); };
if (words !== undefined) look();
setInterval(look, EVERY);
