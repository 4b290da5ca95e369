// The board's terminal: xterm.js on a WebSocket, drawn as the board's own pictures are.
import '{{sheets.js}}';
import { Terminal } from '{{xterm.mjs}}';
import { WebglAddon } from '{{addon-webgl.mjs}}';
import { copy, download } from '{{download.js}}';
import { keyBar } from '{{keys.js}}';
import { phoneScreen } from '{{phone.js}}';
import { options } from '{{vga.js}}';

const PROTOCOL = 'door.terminal.1', GOODBYE = 1000, LONGEST_WAIT = 30000, TRIES = 3;
const wanted = new URLSearchParams(location.search).get('renderer') || localStorage.renderer || 'webgl';
const straight = /^\/play\/([a-z0-9_-]{1,20})$/.exec(location.pathname)?.[1]; // the door that the page is for
const kept = straight ? `call-${straight}` : 'call';
const screen = document.getElementById('screen'), notice = document.getElementById('notice');
const phone = matchMedia('(pointer: coarse)').matches;
const encoder = new TextEncoder();
// A keyboard makes the window low, so the window's own shape doesn't tell how the phone is held.
const upright = () => phone && (globalThis.screen.orientation?.type ?? (innerHeight > innerWidth ? 'portrait' : '')).startsWith('portrait');

// -- the size of a cell, in whole device pixels, and of the window in cells ----------------------

function room() {
  const box = document.querySelector('main').getBoundingClientRect();
  const beside = phone && innerWidth > innerHeight ? 192 : 0;
  return { width: box.width - beside, height: box.height };
}

function fit() {
  if (upright()) return { fontSize: term?.options.fontSize ?? 10, cols: 80, rows: 24 }; // phone.js fits the picture
  const { width, height } = room(), ratio = devicePixelRatio || 1;
  const fits = (pixels) => (pixels / ratio) * 80 <= width && ((pixels * 2) / ratio) * 24 <= height;
  let pixels = 4;
  for (const one of [6, 8, 12, 16, 20, 24, 28, 32, 36, 40, 48]) if (fits(one)) pixels = one;
  if (phone) {
    let largest = pixels;
    while (fits(largest + 1) && largest < 48) largest += 1;
    const whole = largest - (largest % 4); // other sizes may leave hairlines between rows
    pixels = whole >= 0.85 * largest ? whole : largest;
  }
  const cols = phone ? 80 : Math.floor(width / (pixels / ratio));
  const rows = phone ? 25 : Math.floor(height / ((pixels * 2) / ratio));
  return {
    fontSize: (pixels * 2) / ratio,
    cols: Math.max(80, Math.min(132, cols)),
    rows: Math.max(24, Math.min(50, rows)),
  };
}

// -- the terminal --------------------------------------------------------------------------------

document.body.classList.toggle('phone', phone);
await document.fonts.load('16px Spleen');
let term = null;
const first = fit();
term = new Terminal({ ...options, customGlyphs: phone, ...first, cursorBlink: true, macOptionIsMeta: true });
term.open(screen);
if (phone) {
  term.textarea.readOnly = true;
  term.textarea.inputMode = 'none';
}

function drawFast() {
  if (wanted !== 'webgl') return;
  try {
    const addon = new WebglAddon();
    addon.onContextLoss(() => {
      localStorage.renderer = 'dom';
      addon.dispose();
    });
    term.loadAddon(addon);
  } catch {
    localStorage.renderer = 'dom';
  }
}

let wasUpright = upright();
addEventListener('resize', () => {
  const now = fit();
  document.body.classList.toggle('upright', upright());
  if (wasUpright !== upright()) {
    wasUpright = upright();
    for (const one of [screen, screen.parentElement]) one.removeAttribute('style');
    screen.parentElement.hidden = false;
  }
  if (wasUpright) close.fit();
  else term.options.fontSize = now.fontSize;
  term.resize(now.cols, now.rows);
  tellSize();
});

// -- the line ------------------------------------------------------------------------------------

let line = null, waited = 500, isOver = false, isFirst = true;
let isBegun = false, misses = 0; // a line has opened once; tries since a line was open last

function say(text) {
  notice.textContent = text;
  notice.hidden = !text;
}

function tellSize() {
  if (line && line.readyState === WebSocket.OPEN)
    line.send(`{"cols":${term.cols},"rows":${term.rows}${held()}${door()}${token()}}`);
}

function held() {
  return upright() ? ',"phone":"up"' : phone ? ',"phone":true' : '';
}

function door() {
  return straight ? `,"door":"${straight}"` : '';
}

function token() {
  const call = sessionStorage[kept];
  return call ? `,"call":"${call}"` : '';
}

function send(text) {
  if (isOver) return call();
  if (line && line.readyState === WebSocket.OPEN) line.send(encoder.encode(text));
}

function whyClosed(said) {
  misses += 1;
  if (isBegun) return said.lost;
  return misses < TRIES ? said.unreached : said.unreachable;
}

function call() {
  isOver = false;
  line = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`, PROTOCOL);
  line.binaryType = 'arraybuffer';
  line.onopen = () => {
    isBegun = true;
    misses = 0;
    term.reset();
    term.write('\x1b[?1049h'); // without scrollback: a narrower window wraps no rows and shifts no picture
    tellSize();
    say('');
  };
  line.onmessage = ({ data }) => {
    if (typeof data === 'string') {
      sessionStorage[kept] = JSON.parse(data).call;
      waited = 500;
      return;
    }
    term.write(new Uint8Array(data), isFirst ? drawFast : undefined);
    isFirst = false;
  };
  line.onclose = ({ code }) => {
    line = null;
    if (code === GOODBYE) {
      isOver = true;
      delete sessionStorage[kept];
      say(document.body.dataset.over);
      return;
    }
    say(whyClosed(document.body.dataset));
    setTimeout(call, waited * (0.75 + Math.random() / 2));
    waited = Math.min(waited * 2, LONGEST_WAIT);
  };
}

if (straight) document.querySelector('header a').href = `/play/${straight}/plain`;
term.onData(send);
term.onBinary((text) => send(text));
term.onTitleChange((title) => { document.title = title || 'The Door'; });

let sound = null;
addEventListener('keydown', () => { sound ??= new AudioContext(); }, { once: true });
term.onBell(() => {
  if (!sound) return;
  const tone = sound.createOscillator(), volume = sound.createGain();
  tone.frequency.value = 800;
  volume.gain.value = 0.05;
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.12);
});

const keys = keyBar(phone, send), close = phoneScreen(term, send);
document.body.classList.toggle('upright', upright());
term.parser.registerOscHandler(7437, (text) => {
  const told = JSON.parse(text);
  if (told.download) download(told.download);
  else if (told.copy) copy(told.copy);
  else if (upright()) close.show(told);
  else if (told.keys) keys(told);
  return true;
});
call();
term.focus();
globalThis.door = { term, line: () => line };
