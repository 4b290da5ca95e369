// A phone held upright: the part of the picture that matters, the screen's words or its page, and its keys.
import { codeOf } from '{{keys.js}}';

const $ = (id) => document.getElementById(id);
const INKS = ['#aaa', '#77f', '#5f5', '#5ff', '#f77', '#f7f', '#fa5', '#ccc', '#999', '#77f', '#5f5', '#5ff', '#f77', '#f7f', '#ff5', '#fff'];
const ARROWS = { left: '◄', up: '▲', down: '▼', right: '►' };
const DIGITS = 5; // more of them take two rows
const NEAR = 24; // pixels from the end of the words, which are read as far as they go
const BUTTONS = 6; // below a page; more stand on it
const FIRST = ['y', 'enter']; // keys that lead: Yes to the question, or what comes next
const LONG = 22; // characters of a label that has a row of its own
const WORDS = 60; // sentences that can be read back
const KEYBOARD = 500; // a window less high than this is covered by a keyboard

function node(name, values = {}, ...children) {
  const made = Object.assign(document.createElement(name), values);
  made.append(...children);
  return made;
}

function button(text, act, className = '') {
  const made = node('button', { type: 'button', textContent: text, className });
  made.addEventListener('click', act);
  return made;
}

const rank = (key) => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);
const sentenceCase = (text) => `${text[0]}${text.slice(1).toLowerCase()}`;
const bare = (label) => label.replace(/^(\[[^\]]*\] ?|Enter (?=.))/, '').replace(/^./, (first) => first.toUpperCase()) || label; // "[t] tables" as "Tables", and "Enter Go" as "Go"
const brief = (label) => (label.length > LONG ? label.split(': ')[0] : label); // the words above say the rest

// Return two functions: one shows what the board sends, one fits the picture to the window.
export function phoneScreen(term, sendBytes) {
  const box = $('glass'), screen = $('screen'), words = $('words'), page = $('page'), pad = $('pad');
  const question = $('asks'), form = $('entry'), field = $('text');
  const most = () => (innerHeight < 700 ? 8 : 12); // keys that are shown at once
  let now = { page: null, closeup: null, keys: [], more: [], taps: [], arrows: [], field: '', top: [], question: '', accent: 14 };
  let isOpen = false; // all keys are shown
  let isFollowed = false; // the words have grown: their end is shown. A new page begins at its top

  function send(text) {
    for (const one of words.children) one.className = 'before';
    sendBytes(text);
  }
  const isAtEnd = (box) => box.scrollHeight - box.clientHeight - box.scrollTop < NEAR;
  const sendLine = (line) => send(`\x1b]7437;${line}\x07`);
  const tap = (x, y) => send(`\x1b[<0;${x + 1};${y + 1}M\x1b[<0;${x + 1};${y + 1}m`);

  // -- the picture ---------------------------------------------------------------------------------

  function fit() {
    box.hidden = !now.closeup || (innerHeight < KEYBOARD && now.field);
    if (box.hidden) return;
    const [x, y, width, height] = now.closeup, ratio = devicePixelRatio || 1;
    const room = innerHeight * (now.page && !now.page.title ? 0.8 : 0.45) * ratio;
    const pixels = Math.max(2, Math.floor(Math.min((document.documentElement.clientWidth * ratio) / width, room / height / 2)));
    const size = (pixels * 2 + 0.12) / ratio; // the WebGL renderer rounds a cell down
    if (term.options.fontSize !== size) term.options.fontSize = size;
    const drawn = screen.querySelector('.xterm-screen').getBoundingClientRect();
    const across = drawn.width / term.cols || pixels / ratio, down = drawn.height / term.rows || (pixels * 2) / ratio;
    box.style.width = `${width * across}px`;
    box.style.height = `${height * down}px`;
    screen.style.transform = `translate(${-x * across}px, ${-y * down}px)`;
  }

  const isUpright = () => document.body.classList.contains('upright');

  // xterm.js takes touches for scrolling and reports clicks itself.
  for (const name of ['mousedown', 'mouseup', 'touchstart', 'touchmove', 'touchend', 'wheel', 'contextmenu'])
    box.addEventListener(name, (event) => { if (isUpright()) event.stopPropagation(); }, { capture: true, passive: true });
  box.addEventListener('click', (event) => {
    if (!isUpright()) return;
    event.stopPropagation();
    const rect = screen.querySelector('.xterm-screen').getBoundingClientRect();
    tap(Math.floor(((event.clientX - rect.left) / rect.width) * term.cols),
      Math.floor(((event.clientY - rect.top) / rect.height) * term.rows));
  }, true);

  // -- a page of the board ---------------------------------------------------------------------------

  function card({ cells, buttons: [first, ...more] }, { heads, name }) {
    const facts = cells.map((text, at) => [heads[at] ?? '', text.trim()])
      .filter(([, text], at) => at !== name && text && text !== '-')
      .map(([head, text]) => node('span', {}, head ? node('i', { textContent: `${sentenceCase(head)} ` }) : '', text));
    const body = [node('b', { textContent: cells[name].trim() }), node('span', { className: 'facts' }, ...facts)];
    if (!first) return node('li', {}, node('div', { className: 'card' }, ...body));
    const large = node('button', { type: 'button', className: 'card' }, ...body);
    large.setAttribute('aria-label', `${first[1]}: ${cells.filter((text) => text.trim()).join(', ')}`);
    large.addEventListener('click', () => sendLine(first[0]));
    return node('li', {}, large, ...more.map(([line, label]) => button(bare(label), () => sendLine(line), 'beside')));
  }

  function cards(table) {
    const parts = [];
    let section = '';
    for (const row of table.rows) {
      if (row.section !== section) parts.push(node('li', {}, node('h3', { textContent: section = row.section })));
      parts.push(card(row, table));
    }
    return node('ul', { className: 'rows' }, ...parts);
  }

  function choice({ label, value, shown, about, line, asks, options }, at) {
    const row = node('div', { className: 'choice' });
    if (options.length) {
      const id = `choice-${at}`;
      const list = node('select', { id }, ...options.map(([one, text]) => node('option', { value: one, textContent: text, selected: one === value })));
      list.classList.toggle('long', options.some(([, text]) => text.length > LONG));
      list.addEventListener('change', () => sendLine(`${line} ${list.value}`));
      row.append(node('label', { htmlFor: id, textContent: label }), list);
    } else row.append(node('span', { textContent: label }), asks ? button(shown || '…', () => sendLine(line)) : shown);
    if (about) row.append(node('small', { textContent: about }));
    return row;
  }

  function showPage(told) {
    const isSame = told && told.title === page.dataset.title, follows = told?.grows && (!isSame || isAtEnd(page));
    const top = isSame ? page.scrollTop : 0;
    page.dataset.title = told?.title ?? '';
    page.hidden = !told;
    words.hidden = !!told;
    page.replaceChildren();
    if (!told) return;
    const { title, count, hint, wrong, offer, text, rows, empty, fields, summary, buttons } = told;
    if (title) page.append(node('h2', { textContent: title }, ...(count ? [node('small', { textContent: count })] : [])));
    if (hint) page.append(node('p', { className: wrong ? 'wrong' : 'hint', textContent: hint }));
    if (offer) page.append(node('div', { className: 'acts' }, button(offer[1], () => sendLine(offer[0]), 'first')));
    if (rows?.length) page.append(cards(told));
    for (const one of [empty, summary]) if (one) page.append(node('p', { textContent: one }));
    for (const [words, ink, isHeading] of text ?? []) {
      const made = node(isHeading ? 'h3' : 'p', { textContent: words });
      if (!isHeading) made.style.color = INKS[ink];
      if (words) page.append(made);
    }
    if (fields?.length) page.append(...fields.map(choice));
    if (buttons.length > BUTTONS) page.append(node('div', { className: 'acts' }, ...lineButtons(buttons.slice(0, -1))));
    page.scrollTop = follows ? page.scrollHeight : top;
  }

  const lineButtons = (buttons) => buttons.map(([line, label]) => button(bare(label), () => sendLine(line)));

  // -- words and keys --------------------------------------------------------------------------------

  function addWords({ lines, fresh }) {
    const before = words.lastChild;
    if (fresh) words.replaceChildren();
    words.append(...lines.filter(Boolean).map((text) => node('p', { textContent: text })));
    while (words.children.length > WORDS) words.firstChild.remove();
    isFollowed = !fresh && !!before?.isConnected;
  }

  function keyButtons() {
    const all = [...now.keys, ...now.more].map(([key, label]) => [key, brief(bare(label))]);
    const keys = all.filter(([, label], at) => all.findIndex(([, other]) => other === label) === at)
      .sort(([one], [other]) => rank(one) - rank(other));
    const often = keys.filter(([key]) => !now.more.some(([one]) => one === key));
    const isCut = !isOpen && (keys.length > often.length || often.length > most());
    const shown = !isCut ? keys : often.length > most() ? [...often.slice(0, most() - 3), ...often.slice(-2)] : often;
    const buttons = shown.map(([key, label]) => button(label, () => {
      isOpen = false;
      send(codeOf(key));
    }, label.length > LONG ? 'long' : ''));
    if (FIRST.includes(shown[0]?.[0])) buttons[0].classList.add('first');
    if (isCut) buttons.splice(Math.max(1, buttons.length - 2), 0, button('…', () => {
      isOpen = true;
      showKeys();
    }));
    return buttons;
  }

  function digitRows() {
    const rows = [], { taps } = now, half = taps.length > DIGITS ? Math.ceil(taps.length / 2) : taps.length;
    const narrow = innerWidth < 400 && taps.length > 8;
    const cut = narrow ? [taps.slice(0, half), taps.slice(half)] : [taps];
    for (const row of cut) if (row.length) rows.push(node('div', { className: 'digits' }, ...row.map(([key, x, y]) => button(key, () => tap(x, y)))));
    return rows;
  }

  function showKeys() {
    const rows = digitRows(), { arrows, page: told } = now;
    if (arrows.length) rows.push(node('div', { className: 'digits' }, ...arrows.map((key) => button(ARROWS[key], () => send(codeOf(key))))));
    const buttons = told ? lineButtons(told.buttons.slice(told.buttons.length > BUTTONS ? -1 : 0)) : keyButtons();
    if (told?.cancel) buttons.push(button(told.cancel, () => send(codeOf('esc'))));
    if (now.field === 'any') buttons.push(...[['⏎', 'enter'], ['Esc', 'esc'], ['␣', 'space']].map(([label, key]) => button(label, () => send(codeOf(key)))));
    if (buttons.length) rows.push(node('div', { className: 'acts' }, ...buttons));
    pad.replaceChildren(...rows);
  }

  form.addEventListener('submit', (event) => {
    if (!isUpright()) return; // keys.js sends it
    event.preventDefault();
    event.stopImmediatePropagation();
    send(`${now.field === 'any' ? '' : '\x15'}${field.value}\r`);
    field.value = '';
    field.focus(); // the keyboard stays for the next question
  }, true);

  function showField(isAsked) {
    field.type = now.field === 'secret' ? 'password' : 'text';
    const opens = now.field && (form.hidden || isAsked);
    form.hidden = !now.field;
    if (!opens) return;
    field.value = now.page?.value ?? '';
    if (now.field !== 'any') field.focus();
  }

  // -- what the board sends ----------------------------------------------------------------------------

  function show(news) {
    const wasAtEnd = isAtEnd(words);
    now = { ...now, ...news };
    document.body.style.setProperty('--accent', INKS[now.accent & 15]);
    if ('page' in news) showPage(now.page);
    if ('closeup' in news && !news.fresh) words.replaceChildren();
    if (news.lines) addWords(news);
    if ('closeup' in news || 'page' in news) fit();
    if (news.top) $('where').textContent = now.top.join(' · ');
    $('where').classList.toggle('notice', !!now.told);
    question.textContent = now.page && !now.field ? '' : now.question;
    if (news.keys || news.more || news.taps || news.arrows || 'page' in news || 'field' in news) showKeys();
    if ('field' in news || 'page' in news || 'question' in news) showField('question' in news);
    if (news.lines) words.scrollTop = isFollowed ? words.scrollHeight : 0;
    else if (wasAtEnd && isFollowed) words.scrollTop = words.scrollHeight; // the keys took some of their room
  }

  return { show, fit };
}
