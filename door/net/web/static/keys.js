// The keys of a phone: those of the screen, arrows, digits, and a field for text.
const CODES = { enter: '\r', esc: '\x1b', tab: '\t', space: ' ', up: '\x1b[A', down: '\x1b[B', right: '\x1b[C',
  left: '\x1b[D', home: '\x1b[H', end: '\x1b[F', pgup: '\x1b[5~', pgdn: '\x1b[6~', backspace: '\x7f' };
[11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24].forEach((code, at) => { CODES[`f${at + 1}`] = `\x1b[${code}~`; });
const ARROWS = [['left', '←'], ['up', '↑'], ['down', '↓'], ['right', '→'], ['enter', '⏎'], ['esc', 'Esc']];
const DIGITS = [...'1234567890'].map((digit) => [digit, digit]);

export function codeOf(key) {
  return CODES[key] ?? (key.startsWith('ctrl-') ? String.fromCharCode(key.charCodeAt(5) & 31) : key);
}

function row(name, keys, send) {
  const box = document.createElement('div');
  box.className = `row ${name}`;
  for (const [key, label] of keys) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.classList.toggle('long', label.length > 24);
    button.addEventListener('click', () => send(codeOf(key)));
    box.append(button);
  }
  return box;
}

// Return a function that shows a screen's keys: {keys: [[key, label], ...], field: "" | "text" | "secret"}.
export function keyBar(shown, send) {
  const bar = document.getElementById('keys'), form = document.getElementById('entry');
  const text = document.getElementById('text');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(text.value + '\r');
    text.value = '';
  });
  if (!shown) return () => {};
  bar.hidden = false;
  return ({ keys, field }) => {
    bar.replaceChildren(row('screen', keys, send), row('arrows', ARROWS, send), row('digits', DIGITS, send));
    text.type = field === 'secret' ? 'password' : 'text';
    if (form.hidden === !field) return;
    form.hidden = !field;
    text.value = '';
    if (field) text.focus();
  };
}
