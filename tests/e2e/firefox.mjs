// Calls a board with Firefox: `node firefox.mjs URL FIREFOX HANDLE PASSWORD`. Prints what it saw as JSON.
import { createRequire } from 'node:module';
const { launch } = createRequire(import.meta.url)('puppeteer-core');
const [url, executablePath, handle, password] = process.argv.slice(2);
const browser = await launch({ browser: 'firefox', executablePath, headless: true });
const complaints = [];

async function open(path) {
  const page = await browser.newPage();
  page.on('console', (said) => complaints.push(said.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.evaluateOnNewDocument(() => { // keeps what the board sends
    globalThis.got = [];
    globalThis.WebSocket = class extends WebSocket {
      constructor(...all) {
        super(...all);
        this.addEventListener('message', ({ data }) => {
          if (typeof data !== 'string') globalThis.got.push(...new Uint8Array(data));
        });
      }
    };
  });
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(url + path);
  return page;
}

async function until(page, shows, text) {
  for (let left = 300; left; left -= 1) {
    const seen = await page.evaluate(shows);
    if (seen.includes(text)) return seen;
    await new Promise((resolve) => { setTimeout(resolve, 100); });
  }
  throw new Error(`never ${text}: ${await page.evaluate(shows)} ${complaints}`);
}

const screen = () => globalThis.door?.term
  ? Array.from({ length: door.term.rows }, (_, y) => door.term.buffer.active.getLine(y).translateToString(true)).join('\n')
  : '';
const lines = () => document.querySelector('main').innerText;

try {
  const page = await open('/');
  await until(page, screen, 'Your handle');
  await page.evaluate(() => {
    door.term.options.cursorBlink = false;
    door.term.write('\x1b[?25l');
  });
  await new Promise((resolve) => { setTimeout(resolve, 300); });
  const shot = await (await page.$('.xterm-screen')).screenshot({ encoding: 'base64' });
  const [got, size] = await page.evaluate(() => [globalThis.got, [door.term.cols, door.term.rows]]);
  await page.keyboard.type(handle + '\n');
  await until(page, screen, 'Password');
  await page.keyboard.type(password + '\n');
  let menu = await until(page, screen, '[Enter]');
  while (!menu.includes('Main Menu')) {
    await page.keyboard.press('Enter');
    await new Promise((resolve) => { setTimeout(resolve, 200); });
    menu = await page.evaluate(screen);
  }
  const plain = await open('/plain');
  await until(plain, lines, 'Your handle');
  await plain.keyboard.type(handle + '\n');
  await until(plain, lines, 'Password');
  await plain.keyboard.type(password + '\n');
  const said = await until(plain, lines, 'Main menu command?');
  console.log(JSON.stringify({ shot, got, size, menu, said, complaints }));
} finally {
  await browser.close();
}
