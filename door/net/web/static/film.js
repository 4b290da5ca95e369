// A game's page: play the film of the game (asciicast 2) in a terminal, instead of its last picture.
import '{{sheets.js}}';
import { Terminal } from '{{xterm.mjs}}';
import { options } from '{{vga.js}}';

const button = document.getElementById('film'), box = document.getElementById('player');

async function play() {
  const response = await fetch(button.dataset.cast), text = await response.text();
  document.getElementById('no-film').textContent = response.ok ? '' : text;
  if (!response.ok) return;
  const [head, ...events] = text.trim().split('\n').map(JSON.parse);
  await document.fonts.load('16px Spleen');
  document.querySelector('#still figure')?.remove();
  box.replaceChildren();
  box.hidden = false;
  const fontSize = box.clientWidth < head.width * 8 ? 8 : 16; // a phone has enough pixels for the small one
  const terminal = new Terminal({ ...options, cols: head.width, rows: head.height, fontSize, disableStdin: true });
  terminal.open(box);
  let shown = 0;
  for (const [at, code, text] of events) {
    await new Promise((done) => setTimeout(done, 1000 * (at - shown)));
    shown = at;
    if (code === 'o') terminal.write(text);
  }
}

button.addEventListener('click', async () => {
  button.disabled = true;
  await play();
  button.disabled = false;
});
