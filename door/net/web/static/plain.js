// The board as lines of text: a silent log, one announcer, one labelled field.
import { copy, download } from '{{download.js}}';

const PROTOCOL = 'door.plain.1', GOODBYE = 1000, LONGEST_WAIT = 30000, TRIES = 3, KEPT = 500, PAUSE = 100, READ = 3000;
const log = document.getElementById('log'), announcer = document.getElementById('announcer');
const form = document.getElementById('answer'), field = document.getElementById('line');
const label = document.getElementById('asks'), name = document.getElementById('name');
const said = document.body.dataset;
const straight = /^\/play\/([a-z0-9_-]{1,20})\/plain$/.exec(location.pathname)?.[1]; // the door that the page is for
const kept = straight ? `plain-${straight}` : 'plain';
if (straight) document.querySelector('header a').href = `/play/${straight}`;

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

// -- the page of the board that is open: its buttons and fields send lines --------------------------

const page = document.getElementById('page');

function node(name, values = {}, ...children) {
  const made = Object.assign(document.createElement(name), values);
  made.append(...children);
  return made;
}

function button([text, label], about = '') {
  const name = label.charAt(0).toUpperCase() + label.slice(1);
  const made = node('button', { type: 'button', textContent: name });
  made.dataset.line = text;
  if (about) made.setAttribute('aria-label', `${name}: ${about}`);
  made.addEventListener('click', () => send(text, `${name}${about ? `: ${about}` : ''}`));
  return made;
}

function row({ cells, buttons }) {
  const [first, ...others] = cells.map((text, at) => node(at ? 'td' : 'th', { textContent: text }));
  first.scope = 'row';
  const name = cells.find((text) => text.trim()) ?? '';
  const acts = buttons.length ? [node('td', {}, ...buttons.map((one) => button(one, name)))] : [];
  return node('tr', {}, first, ...others, ...acts);
}

function table({ heads, rows }) {
  const acts = rows.some(({ buttons }) => buttons.length) ? [node('td')] : [];
  const top = heads.map((text) => (text.trim() ? node('th', { scope: 'col', textContent: text }) : node('td')));
  const parts = [];
  let section = null;
  for (const one of rows) {
    if (one.section !== section) {
      section = one.section;
      const head = node('th', { scope: 'rowgroup', colSpan: heads.length + acts.length, textContent: section });
      parts.push(node('tbody', {}, ...(section ? [node('tr', {}, head)] : [])));
    }
    parts.at(-1).append(row(one));
  }
  const made = node('table', {}, node('thead', {}, node('tr', {}, ...top, ...acts)), ...parts);
  made.setAttribute('aria-labelledby', 'page-title');
  const box = node('div', { className: 'wide', tabIndex: 0, role: 'region' }, made);
  box.setAttribute('aria-labelledby', 'page-title');
  return box;
}

function choice({ label: name, value, shown, about, line: number, asks, options }, at) {
  const told = about ? [node('small', { id: `about-${at}`, textContent: about })] : [];
  if (!options.length) return node('p', {}, `${name} `, asks ? button([number, shown], name) : shown, ...told);
  const box = node('select', { id: `choice-${at}` },
    ...options.map(([one, text]) => node('option', { value: one, textContent: text, selected: one === value })));
  box.dataset.line = number;
  if (about) box.setAttribute('aria-describedby', `about-${at}`);
  box.addEventListener('change', () => send(`${number} ${box.value}`, `${name}: ${box.selectedOptions[0].text}`));
  return node('p', {}, node('label', { htmlFor: box.id, textContent: name }), ' ', box, ...told);
}

function showPage(told) {
  const kept = page.contains(document.activeElement) ? document.activeElement.dataset.line ?? '' : null;
  page.hidden = !told;
  page.replaceChildren();
  if (told) {
    const { title, count, hint, wrong, offer, text, rows, empty, fields, summary, buttons } = told;
    page.append(node('h2', { id: 'page-title', textContent: title, tabIndex: -1 }));
    if (count) page.append(paragraph(count));
    if (hint) page.append(node('p', { className: wrong ? 'wrong' : '', textContent: hint }));
    if (offer) page.append(node('div', { className: 'buttons offer' }, button(offer)));
    if (rows?.length) page.append(table(told));
    for (const one of [empty, summary]) if (one) page.append(paragraph(one));
    for (const [words, , isHeading] of text ?? []) if (words) page.append(isHeading ? node('h3', { textContent: words }) : paragraph(words));
    if (fields?.length) page.append(...fields.map(choice));
    if (buttons.length) page.append(node('div', { className: 'buttons' }, ...buttons.map((one) => button(one))));
  }
  if (kept === null) return;
  const again = [...page.querySelectorAll('[data-line]')].find((one) => one.dataset.line === kept);
  (again ?? (told ? document.getElementById('page-title') : field)).focus();
}

// -- the line ------------------------------------------------------------------------------------

let line = null, waited = 500, isOver = false, isBegun = false, misses = 0, trouble = '', history = [], at = 0;

function hear(told) {
  if (told.call) {
    sessionStorage[kept] = told.call;
    waited = 500;
  }
  if (told.download) download(told.download);
  if (told.copy) copy(told.copy);
  if ('page' in told) showPage(told.page);
  if (told.lines) show(told.lines);
  if (told.prompt) {
    label.textContent = told.prompt;
    field.type = told.secret ? 'password' : 'text';
    field.autocomplete = told.secret ? 'current-password' : 'off';
    announce([told.prompt]);
    lastAnswer.push(told.prompt);
  }
}

function whyClosed() {
  misses += 1;
  if (isBegun) return said.lost;
  return misses < TRIES ? said.unreached : said.unreachable;
}

function call() {
  isOver = false;
  line = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`, PROTOCOL);
  line.onopen = () => {
    isBegun = true;
    misses = 0;
    trouble = '';
    const door = straight ? `,"door":"${straight}"` : '', call = sessionStorage[kept];
    line.send(`{"cols":80,"rows":25${door}${call ? `,"call":"${call}"` : ''}}`);
  };
  line.onmessage = ({ data }) => hear(JSON.parse(data));
  line.onclose = ({ code }) => {
    line = null;
    if (code === GOODBYE) {
      isOver = true;
      delete sessionStorage[kept];
      showPage(null);
      show([said.over]);
      return;
    }
    const before = trouble;
    trouble = whyClosed();
    if (trouble !== before) show([trouble]);
    setTimeout(call, waited * (0.75 + Math.random() / 2));
    waited = Math.min(waited * 2, LONGEST_WAIT);
  };
}

function send(text, shown) {
  queue = [];
  lastAnswer = [];
  log.append(paragraph(`> ${shown}`));
  if (isOver) call();
  else if (line && line.readyState === WebSocket.OPEN) line.send(text);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const text = field.value, isSecret = field.type === 'password';
  field.value = '';
  send(text, isSecret ? said.hidden : text);
  if (!isSecret && text) history.push(text);
  if (!isSecret && !name.value) name.value = text;
  at = history.length;
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
