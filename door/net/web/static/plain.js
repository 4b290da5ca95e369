// The board as lines of text: a silent log, one announcer, one labelled field.
const PROTOCOL = 'door.plain.1', GOODBYE = 1000, LONGEST_WAIT = 30000, KEPT = 500, PAUSE = 100, READ = 3000;
const log = document.getElementById('log'), announcer = document.getElementById('announcer');
const form = document.getElementById('answer'), field = document.getElementById('line');
const label = document.getElementById('asks'), name = document.getElementById('name');
const said = document.body.dataset;

// -- what is said: each line is a new node, so that the same sentence is read twice ---------------

let queue = [], timer = 0, lastAnswer = [];

function paragraph(text) {
  const node = document.createElement('p');
  node.textContent = text;
  return node;
}

function announce(lines) {
  queue.push(...lines);
  if (!timer) timer = setInterval(next, PAUSE);
}

function next() {
  if (!queue.length) {
    clearInterval(timer);
    timer = 0;
    return;
  }
  const node = paragraph(queue.shift());
  announcer.append(node);
  setTimeout(() => node.remove(), READ);
}

function show(lines) {
  for (const line of lines) log.append(paragraph(line));
  while (log.children.length > KEPT) log.firstChild.remove();
  log.scrollTop = log.scrollHeight;
  announce(lines);
  lastAnswer.push(...lines);
}

// -- the line ------------------------------------------------------------------------------------

let line = null, waited = 500, isOver = false, history = [], at = 0;

function hear(told) {
  if (told.call) {
    sessionStorage.plain = told.call;
    waited = 500;
  }
  if (told.lines) show(told.lines);
  if (told.prompt) {
    label.textContent = told.prompt;
    field.type = told.secret ? 'password' : 'text';
    field.autocomplete = told.secret ? 'current-password' : 'off';
    announce([told.prompt]);
    lastAnswer.push(told.prompt);
  }
}

function call() {
  isOver = false;
  line = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`, PROTOCOL);
  line.onopen = () => {
    const kept = sessionStorage.plain;
    line.send(`{"cols":80,"rows":25${kept ? `,"call":"${kept}"` : ''}}`);
  };
  line.onmessage = ({ data }) => hear(JSON.parse(data));
  line.onclose = ({ code }) => {
    line = null;
    if (code === GOODBYE) {
      isOver = true;
      delete sessionStorage.plain;
      show([said.over]);
      return;
    }
    show([said.lost]);
    setTimeout(call, waited * (0.75 + Math.random() / 2));
    waited = Math.min(waited * 2, LONGEST_WAIT);
  };
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const text = field.value, isSecret = field.type === 'password';
  field.value = '';
  queue = [];
  lastAnswer = [];
  log.append(paragraph(`> ${isSecret ? said.hidden : text}`));
  if (!isSecret && text) history.push(text);
  if (!isSecret && !name.value) name.value = text;
  at = history.length;
  if (isOver) call();
  else if (line && line.readyState === WebSocket.OPEN) line.send(text);
});

field.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') announce(lastAnswer.slice());
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step || field.type === 'password' || !history.length) return;
  event.preventDefault();
  at = Math.max(0, Math.min(history.length, at + step));
  field.value = history[at] ?? '';
});

call();
field.focus();
globalThis.door = { line: () => line };
