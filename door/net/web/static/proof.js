// Check one finished game by its lines in the journal: commitment, dice and cards, every move and the result.
// prove(lines) takes the lines in the journal's order, as texts: `turn` and `game`, `table` and `match`, or
// `daily`, `daily_turn`, `daily_score`, `reveal` and `daily_game`, with the `rename` and `remove` lines.
// It returns {verdict, reason, values, steps}. `verdict` is "proved", "refused", or "unknown" if a line is
// missing or this script doesn't know the game or an option. `reason` and `values` say what is wrong. `steps`
// are the moves: {given, move, score}, where `given` is the roll, the card or the points. A computer's moves
// are checked like anybody's, but not whether its level would have chosen them. Otherwise the verdict is that
// of `door audit` on a journal of these lines.

function need(holds, reason, values = {}) {
  if (!holds) throw { verdict: /missing|unknown/.test(reason) ? "unknown" : "refused", reason, values };
}
const range = (count, make = (i) => i) => Array.from({ length: count }, (_, i) => make(i));
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const sum = (numbers) => numbers.reduce((total, n) => total + n, 0);

// -- SHA-256 and HMAC (FIPS 180-4, RFC 2104) ---------------------------------------------------------------
const PRIMES = range(310, (i) => i + 2).filter((n) => range(n).every((m) => m < 2 || n % m)); // the first 64
const fraction = (x) => ((x % 1) * 2 ** 32) | 0; // its first bits
const turned = (word, ...by) => by.reduce((all, n) => all ^ (word >>> n) ^ (word << (32 - n)), 0);
const bytesOf = (word) => [24, 16, 8, 0].map((bits) => (word >>> bits) & 255);

function sha256(message) {
  const size = message.length, zeros = Array(67 - ((size + 8) % 64)).fill(0);
  const view = new DataView(Uint8Array.from([...message, 0x80, ...zeros, ...bytesOf(8 * size)]).buffer);
  let hash = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  for (let block = 0; block < view.byteLength; block += 64) {
    const w = range(16, (i) => view.getUint32(block + 4 * i));
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const one = h + turned(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + fraction(Math.cbrt(PRIMES[i])) + w[i];
      const two = turned(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
      const [x, y] = [w[i + 1], w[i + 14]];
      w.push((w[i] + w[i + 9] + (turned(x, 7, 18) ^ (x >>> 3)) + (turned(y, 17, 19) ^ (y >>> 10))) | 0);
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    hash = [a, b, c, d, e, f, g, h].map((word, i) => (hash[i] + word) | 0);
  }
  return hash.flatMap(bytesOf);
}

function hmac(secret, message) { // the secret has at most 64 bytes
  const padded = (mask) => range(64, (i) => secret[i] ^ mask);
  return sha256([...padded(0x5c), ...sha256([...padded(0x36), ...message])]);
}

const utf8 = (text) => [...text].flatMap((letter) => { // a lone surrogate has three bytes, too
  const code = letter.codePointAt(0), more = (code > 127) + (code > 2047) + (code > 65535);
  const rest = range(more, (i) => 128 | ((code >> (6 * (more - 1 - i))) & 63));
  return [[0, 0xc0, 0xe0, 0xf0][more] | (code >> (6 * more)), ...rest];
});
const fromHex = (text) => (text.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
const areHex = (bytes, text) => same(bytes, fromHex(text));

function chance(seed, words) { // a game's dice and cards: HMAC-SHA256(seed, counter), read byte by byte
  const said = (words ?? []).map(utf8).flatMap((word) => [...bytesOf(word.length), ...word]);
  const key = words ? hmac(seed, said) : seed;
  let bytes = [], count = 0;
  return function below(n) { // a number 0..n-1; bytes that would favour low numbers are skipped
    if (bytes.length === 0) bytes = hmac(key, [0, 0, 0, 0, ...bytesOf(count++)]);
    const byte = bytes.shift();
    return byte < 256 - (256 % n) ? byte % n : below(n);
  };
}

// -- the games ---------------------------------------------------------------------------------------------
// A game yields what is given and who may move, takes the move, and returns when it is over. Its scores()
// are those of the journal. The move "quit" stops it where it stands and sets `game.quit`.
const isComputer = (seat) => seat.startsWith("computer:");
const legal = (holds) => need(holds, "move_refused");
const ways = (tiles, total) => // all choices of tiles with that sum, in ascending order
  total === 0 ? [[]] : tiles.filter((tile) => tile <= total).flatMap((tile, at) =>
    ways(tiles.slice(at + 1), total - tile).map((others) => [tile, ...others]));

function* box(shut, tiles, below, seat = 0) { // a box of tiles until all are shut or none fits
  while (shut.length < tiles) {
    const open = range(tiles, (i) => i + 1).filter((tile) => !shut.includes(tile));
    const dice = [below(6) + 1, below(6) + 1], choices = ways(open, sum(dice));
    if (choices.length === 0) return;
    const move = yield { given: dice.join(" + "), movers: [seat] };
    const chosen = choices.find((choice) => choice.join(" ") === move);
    legal(chosen);
    shut.push(...chosen);
  }
}

function* shutTheBox(game, { tiles, bonus_per_tile, shut_bonus }, below) {
  let shut = [], bonus = 0;
  game.scores = () => [sum(shut) + bonus];
  yield* box(shut, tiles, below);
  bonus = shut.length * bonus_per_tile + (shut.length === tiles ? shut_bonus : 0);
}

function* microLink(game, options, below) {
  const turns = game.seats.map(() => []); // of each seat, the shut tiles of its finished boxes
  const points = (shut) => sum(shut) + (shut.length === 9 ? 5 : 0);
  game.scores = () => turns.map((boxes) => sum(boxes.map(points)));
  for (let turn = 0; turn < 5 * turns.length; turn++) {
    const shut = [], seat = turn % turns.length;
    yield* box(shut, 9, below, seat);
    turns[seat].push(shut);
  }
}

function* mindBuster(game, { holes, colours, players }, below) {
  const duel = players === 2, callers = duel && game.seats.length > 1 && !isComputer(game.seats[1]);
  const pegs = "RWBGYKOV".slice(0, colours), codes = [], rows = [[], []]; // by the seat that guesses
  const broken = (seat) => rows[seat].includes(codes[seat]);
  const score = (seat) => (broken(seat) && !game.quit ? rows[seat].length : 11);
  game.scores = () => range(callers ? 2 : 1, score);
  const count = (row, peg) => [...row].filter((one) => one === peg).length;
  function* row(seat, given, code = "") {
    const move = yield { given, movers: [seat] }, peg = given === "code" ? `code [${pegs}]` : `[-${pegs}]`;
    legal(RegExp(`^${peg}{${holes}}$`).test(move));
    if (code) { // its pegs, black ones first, stand in the column of scores
      const black = range(holes, (at) => move[at] === code[at]).filter(Boolean).length;
      const right = sum([...pegs].map((one) => Math.min(count(move, one), count(code, one))));
      game.told = "●".repeat(black) + "○".repeat(right - black) || "–";
    }
    return move.slice(-holes);
  }
  if (!callers) codes[0] = range(holes, () => pegs[below(colours)]).join("");
  if (duel) codes[1] = yield* row(0, "code");
  if (callers) codes[0] = yield* row(1, "code");
  while (rows[0].length < 10 && !broken(0) && !broken(1)) {
    for (const seat of duel ? [0, 1] : [0]) rows[seat].push(yield* row(seat, "guess", codes[seat]));
  }
}

function* fortyThieves(game, { turn_at_will, jokers }, below) { // cards are ranks, 0 is a joker
  let score = 0;
  game.scores = () => [score];
  for (;; score += 15, jokers = Math.max(0, jokers - 1)) {
    const pack = range(52 + jokers, (card) => (card < 52 ? (card % 13) + 1 : 0));
    for (let i = pack.length - 1; i > 0; i--) [pack[i]] = pack.splice(below(i + 1), 1, pack[i]); // swaps two
    const stacks = range(7, (n) => range(5, (row) => pack[7 * row + n])), stock = pack.slice(36);
    let current = pack[35];
    while (stacks.some((stack) => stack.length > 0)) {
      const fits = (card) => card === 0 || current === 0 || Math.abs(card - current) === 1;
      const choices = [..."1234567"].filter((n) => stacks[n - 1].slice(-1).some(fits));
      if (stock.length > 0 && (turn_at_will || choices.length === 0)) choices.push("turn");
      if (choices.length === 0) return;
      const move = yield { given: "?A23456789TJQK"[current], movers: [0] };
      legal(choices.includes(move));
      current = move === "turn" ? stock.shift() : stacks[move - 1].pop();
      score += move === "turn" ? 0 : [0, 8, 6, 6, 4, 4, 2, 2, 2, 4, 4, 6, 6, 8][current];
    }
  }
}

function drop(box, entry, exits) { // a ball's points; switches lean left (0) or right (1), 2 more with a ball
  const columns = range(5).reduce((balls, level) => balls.flatMap((column) => {
    const place = column - 4 + level, at = (level * (level + 7)) / 2 + (place >> 1), side = place % 2;
    const before = box[at], left = column - side;
    box[at] = before > 1 ? before - 2 : before === side ? side + 2 : side;
    if (before > 1) return before === 3 ? [left, left + 1] : [left + 1, left];
    return before === side ? [] : [column];
  }), [entry + 4]);
  return sum(columns.map((column) => exits[column]));
}

function* switchbox(game, options, below) { // alone (`solitaire`), the box itself is the second player
  const { double_goals, gifts, go_on, limited_passes, solitaire } = options;
  const box = range(30, () => below(2)), balls = [2, 2], last = ["", ""];
  let scores = [0, 0], passes, seat = solitaire ? 1 : 0, again = false;
  game.scores = () => scores;
  for (let round = 0; round < 4; round++, seat = solitaire ? 1 : 1 - seat) {
    const goal = options.goals[round] * (double_goals ? 2 : 1), exits = options[`exits_${round + 1}`];
    let points = [0, 0], closer, owes = true; // who was first at the goal; if the box goes on until it gains
    if (round % 2 === 0) passes = [3, 3];
    for (;; seat = again ? seat : 1 - seat) {
      const other = 1 - seat, isBox = solitaire && seat === 1;
      const twice = last[seat] === "pass" || (last[other] === "pass" && !again);
      const gives = gifts && !solitaire && !again && /drop|pass/.test(last[other]) && balls[other] > 0;
      const move = yield { given: points.join(" : "), movers: gives ? [other, seat] : [seat] };
      const [, gift, random, entry] = /^(gift )?(\+?)([1-8])$/.exec(move) ?? [];
      if (entry) legal((!gift || (random && gives)) && (!random || below(8) === entry - 1));
      else legal(move === "-" && !isBox && (solitaire || !limited_passes || (!twice && passes[seat]-- > 0)));
      const most = Math.max(...range(8, (i) => drop([...box], i, exits)));
      const gained = entry ? drop(box, entry - 1, exits) : 0;
      legal(!isBox || (closer === 0 ? !random && gained === most : random));
      if (gift) balls[other]--;
      last[seat] = gift ? "gift" : entry ? "drop" : "pass";
      points[seat] += gained;
      if (points[seat] >= goal) closer ??= seat;
      again = solitaire ? isBox && owes && gained <= 0 : go_on && gained > 0;
      if (!isBox) owes = gained > 0;
      if (closer === other && (solitaire || !again)) break;
    }
    const wholes = points.map((mine) => (mine >= goal ? mine + goal : mine));
    scores = scores.map((score, at) => score + wholes[at] + points[at] - points[1 - at]);
  }
}

// -- options and fields: patterns of their JSON ------------------------------------------------------------
const isLike = (pattern, value) => RegExp(`^(${pattern?.source})$`, "s").test(JSON.stringify(value));
const list = (item, count = "0,") => RegExp(`\\[((${item.source})(,|(?=\\]))){${count}}\\]`);
const may = (pattern) => RegExp(`${pattern.source}|undefined`); // for what may be missing
const TEXT = /"(\\.|[^"\\])*"/, NAME = /"(\\.|[^"\\])+"/, NUMBER = /-?\d+/, FLAG = /true|false/;
const HASH = /"[\da-fA-F]{64}"/, SALT = /"[\da-fA-F]{32}"/, CLOCK = /"([137]d|[1-9]\d?\+\d\d?)"/;
const TIME = /"\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)\.\d{3}(Z|\+00:00)"/;
const OBJECT = /{.*}/, LIST = /\[.*\]/, DATE = /"\d{4}-\d\d-\d\d"/;
const MINDS = /"(homer|bart|lisa|watson|holmes|einstein)"/, off = [false, FLAG];
const SWITCHERS = /"(random|beginner|regular|skilled|expert|master)"/;
const exits = (...right) => [[...right.toReversed(), ...right], list(/-?(\d{1,3}|1000)/, "16")];
const DOORS = { // an option has its default and its pattern
  __proto__: null,
  shutbox: { rules: shutTheBox, most: 1, race: true, options: { tiles: [9, /9|12/], free_turn: [true, FLAG],
    bonus_per_tile: [10, /\d{1,3}|1000/], shut_bonus: [300, /\d{1,4}|10000/] } },
  microlink: { rules: microLink, most: 4, levels: /"(beginner|casual|careful|expert)"/, options: {} },
  mindbuster: { rules: mindBuster, most: 2, levels: MINDS, fewer: true, sealed: true, options: {
    holes: [4, /[45]/], colours: [6, /[3-8]/], players: [2, /[12]/], level: ["watson", MINDS] },
    unrecorded: ["choose_size"] },
  thieves: { rules: fortyThieves, most: 1, race: true, options: { jokers: [2, /[0-5]/], turn_at_will: off },
    unrecorded: ["choose_jokers", "look"] },
  switchbox: { rules: switchbox, most: 2, levels: SWITCHERS, unrecorded: ["contest_levels"], options: {
    goals: [[10, 40, 20, 100], list(/[1-9]\d{0,3}|10000/, "4")], level: ["regular", SWITCHERS],
    exits_1: exits(2, 2, 2, 2, 2, 2, 2, 2), exits_2: exits(1, 2, 3, 5, 8, 13, 21, 34),
    exits_3: exits(1, 2, 3, 4, 5, 6, 7, 8), exits_4: exits(1, 4, 9, 16, 25, 36, 49, 64),
    double_goals: off, lowball: off, limited_passes: off, gifts: off, go_on: off, solitaire: off } },
};
const UNRECORDED = ["turns_per_day", "ranking", "top", "daily"]; // and those of one door

const TYPES = {
  v: /1/, prev: /"[\da-f]{64}"/, kind: TEXT, t: TIME, id: NAME, door: NAME, caller: NAME, to: NAME, day: DATE,
  commit: HASH, seed: HASH, seal: HASH, seals: may(list(HASH)), salts: may(list(SALT)), begun: may(TIME),
  options: OBJECT, seats: list(NAME, "1,"), words: may(list(TEXT, "1,")), moves: LIST, month: /"\d{4}-\d\d"/,
  times: LIST, score: NUMBER, scores: list(NUMBER), places: list(NUMBER), by: may(NUMBER), rated: FLAG,
  left: may(list(NUMBER)), clocks: may(list(RegExp(`\\[-?\\d+,(""|${CLOCK.source})\\]`))), clock: CLOCK,
  race: may(FLAG), end: /"(over|resigned|time|aborted|claimed)"/, free: FLAG, late: FLAG,
  "rename.id": may(TEXT), "table.day": may(DATE),
};
const KINDS = {
  __proto__: null, daily: "day commit late", reveal: "day seed", daily_score: "id door caller day score seal",
  turn: "id door caller day free options commit words", daily_turn: "id door caller day options commit",
  game: "id door caller seats options seed moves score month", rename: "id caller to", remove: "caller",
  table: "id door seats options clock rated commit words seals race begun day",
  match: "id seats seed moves times scores places end salts by clocks left",
  daily_game: "id door caller day seats options seed moves score",
};

const minuteOf = (t) => Date.parse(`${t.slice(0, 16)}Z`);
const moment = (t) => minuteOf(t) + Math.round(1000 * t.slice(17, 23)); // in ms; a leap second is :60
const isDate = (day) => day >= "0001" && new Date(`${day}T00:00Z`).toJSON()?.startsWith(day);
const dayAfter = (day) => new Date(Date.parse(`${day}T24:00Z`)).toJSON().slice(0, 10);
function datesAt(t) { // the first and the last date on Earth: UTC-12, and a minute, to UTC+14
  const ends = [-721, 840].map((minutes) => new Date(minuteOf(t) + minutes * 60_000).toISOString());
  return ends.map((end) => (ends.every((one) => /^(?!0000)\d/.test(one)) ? end : t).slice(0, 10));
}

function isPlain(text) { // keys sorted and unique, no spaces beside them, and at most 100 brackets deep
  const last = [], order = (name) => [...JSON.parse(name)].map((one) => one.codePointAt() + 1e6).join("");
  for (const [token, name] of text.matchAll(/("(?:[^"\\]|\\.)*"):|"(?:[^"\\]|\\.)*"|[[{\]}\s]/g)) {
    if (/^\s/.test(token) || (name && last.at(-1) >= order(name))) return false;
    if (name) last[last.length - 1] = order(name);
    if (/^[[{]/.test(token) && last.push(undefined) > 100) return false;
    if (/^[\]}]/.test(token)) last.pop();
  }
  return true;
}

function read(text) {
  const whole = (token) => (/^("|-?\d{1,15}$)/.test(token) ? token : (JSON.parse(token), "[{}]"));
  const line = Object(JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, whole)));
  need(isPlain(text), "not_plain");
  const kind = isLike(TEXT, line.kind) ? line.kind : "journal";
  const check = (holds, field) => need(holds, "field_wrong", { kind, field });
  for (const field of ["v", "prev", "t", "kind", ...(KINDS[kind]?.split(" ") ?? [])])
    check(isLike(TYPES[`${kind}.${field}`] ?? TYPES[field], line[field]), field);
  check(isDate(line.t.slice(0, 10)), "t");
  const { day, month, begun } = kind in KINDS ? line : {}, [first, last] = datesAt(line.t);
  if (kind === "table" && begun) check(isDate(begun.slice(0, 10)), "begun");
  const isThen = (month) => isDate(`${month}-01`) && first.slice(0, 7) <= month && month <= last.slice(0, 7);
  if (kind === "game") need(isThen(month), "other_month");
  if (KINDS[kind]?.includes("day") && day !== undefined) check(isDate(day), "day");
  if (/^(daily_)?t(urn|able)$/.test(kind) && day !== undefined) check(first <= day && day <= last, "day");
  return line;
}

// -- proofs ------------------------------------------------------------------------------------------------
const BEGINS = { __proto__: null, game: "turn", match: "table", daily_game: "daily_turn" };
const fold = (letter) => (letter === "ı" ? letter : letter.toLowerCase().toUpperCase().toLowerCase());
const key = (name) => [...name].map(fold).join(""); // handles with the same key belong to one caller
const keyOf = (seat) => (isComputer(seat) ? "" : key(seat));
const SPACES = // what Python's strip takes away
  "[\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+";
const trim = (name) => name.replace(RegExp(`^${SPACES}|${SPACES}$`, "g"), "");

function complete(door, options) {
  const full = Object.fromEntries(Object.entries(door.options).map(([name, [usual]]) => [name, usual]));
  const isFree = (name) => UNRECORDED.includes(name) || door.unrecorded?.includes(name);
  for (const [name, value] of Object.entries(options).filter(([name]) => !isFree(name))) {
    need(Object.hasOwn(full, name), "option_unknown", { option: name });
    need(isLike(door.options[name][1], value), "option_refused", { option: name });
    full[name] = value;
  }
  return full;
}

function replay(game, door, begun, line, steps) {
  const { racer, moves, times } = game; // `racer` is the seat whose game this is, at a race
  need(Array.isArray(moves) && moves.length === times?.length, "other_times");
  const play = door.rules(game, complete(door, begun.options), chance(fromHex(line.seed), begun.words));
  let next = play.next();
  for (const [at, move] of moves.entries()) {
    const { given = "", movers } = next.value ?? {}, step = { number: at + 1, given, move, ms: times[at] };
    steps.push(step);
    legal(!next.done && typeof move === "string");
    need(Number.isInteger(step.ms) && !(step.ms < times[at - 1]), "other_times");
    [game.quit, game.told] = [move === "quit", undefined];
    next = game.quit ? play.return() : play.next(move);
    const seat = movers.at(move.startsWith("gift ") ? 0 : -1); // a gift comes from the other player
    const own = !move.startsWith("code ") && (racer === undefined || seat === 0);
    Object.assign(step, { score: game.told ?? game.scores().join(" : "), seat: racer ?? seat, own });
  }
  return { scores: game.scores(), over: next.done, movers: next.value?.movers };
}

function checkDeal(lines, at, turn, line) { // the day's seed and times, and the seal of the moves
  const { day, door } = line, before = lines.slice(0, at);
  const ofDay = (kind) => lines.find((one) => one.kind === kind && one.day === day);
  const sealed = ofDay("daily"), shown = ofDay("reveal");
  const score = lines.find((one) => one.kind === "daily_score");
  need(sealed && shown, "line_missing", { kind: sealed ? "reveal" : "daily" });
  need(areHex(sha256(fromHex(shown.seed)), sealed.commit), "other_seed");
  const seed = hmac(fromHex(shown.seed), utf8(`door:${door}`));
  need(areHex(seed, line.seed) && turn.day === day && same(line.seats, [line.caller]), "other_deal");
  const seal = hmac(seed, utf8(JSON.stringify(line.moves)));
  const isSame = ["id", "door", "day"].every((field) => !score || score[field] === line[field]);
  need(isSame && (!score || owns(lines, turn, score)), "other_turn");
  need(!score || (score.score === line.score && areHex(seal, score.seal)), "other_seal");

  const [first, last] = datesAt(sealed.t);
  need((sealed.late || first < day) && first <= day && day <= dayAfter(last), "other_order");
  need(shown.t.slice(0, 16) >= `${day}T10:59`, "other_order");
  const order = [sealed, turn, score, shown].filter(Boolean).map((one) => before.indexOf(one));
  need(order.every((place, i) => place > (order[i - 1] ?? -1)), "other_order");
  const { kind, t } = before.findLast((one) => one.kind !== "daily_game");
  const isAtOnce = kind === "reveal" && moment(line.t) - moment(t) <= 60_000;
  need(score ? score.t.slice(0, 10) <= dayAfter(day) : isAtOnce || same(line.moves, ["quit"]), "other_order");
}

function timeLeft(seat, events) { // milliseconds, negative when time has run out; the clock "" stands still
  let clock, agreed, more, budget, left = 0, since = 0;
  for (const event of events) {
    if (clock || event.move) left -= event.ms - since;
    if (event.move) left = budget = event.seat === seat && more ? left + more * 1000 : budget;
    [since, clock] = [event.ms, event.clock ?? clock];
    if (clock && clock !== agreed) { // another clock was agreed, and everybody's time starts again
      [agreed, more] = [clock, clock.split("+")[1]];
      left = budget = parseInt(clock) * (more ? 60_000 : 86_400_000);
    }
  }
  return left;
}

function checkMatch(door, table, line, race, people, sides, steps) {
  const { seats, moves, scores: said, end, by, salts = [] } = line, { words = seats, seals = [] } = table;
  const scores = race ? sides.map((side) => side.scores[0]) : sides[0].scores;
  need(same(scores, said), "other_score", { score: scores.join(" : "), said: said.join(" : ") });
  need([words, "seals" in table ? seals : seats].every((each) => each.length === seats.length), "other_seal");
  need("seals" in table === Boolean(door.sealed && !race), "other_seal");
  const isKept = (seal, at) => moves[at]?.startsWith("code ")
    && areHex(sha256([...fromHex(salts[at]), ...utf8(moves[at].slice(5))]), seal);
  need(seals.length === salts.length && seals.every(isKept), "other_seal");

  need(!table.begun || moment(table.begun) <= moment(table.t), "other_times");
  const lasted = moment(line.t) - moment(table.begun ?? table.t) + 60_000; // may be a minute late
  const changes = [[0, table.clock], ...(line.clocks ?? [])].map(([ms, clock]) => ({ ms, clock }));
  const events = [...changes, ...steps, { ms: lasted }].sort((one, other) => one.ms - other.ms);
  const { clock } = events.findLast((event) => "clock" in event);
  need(events.every(({ ms }) => 0 <= ms && ms <= lasted), "other_times");
  const rest = (seat) => timeLeft(seat, events.filter((event) => !race || (event.seat ?? seat) === seat));
  const wasFirst = () => sides[1 - by].over || rest(by) <= rest(1 - by) + 120_000; // give or take two minutes

  const left = line.left ?? (["over", "aborted"].includes(end) ? [] : [by]);
  need(left.every((seat, at) => people.includes(seat) && left.indexOf(seat) === at), "other_end");
  const playedOn = left.length === 0 || left.length <= people.length - 2;
  const gaveUp = by >= 0 && by === left.at(-1) && left.length <= Math.max(1, people.length - 1);
  const hasMoved = (me) => steps.some(({ own, seat }) => own && seat === me);
  need({
    over: playedOn && by === undefined,
    aborted: playedOn && (by === undefined || (people.includes(by) && !people.every(hasMoved))),
    resigned: gaveUp,
    claimed: gaveUp && table.rated && clock.includes("+"),
    time: gaveUp && clock && rest(by) <= 0 && (race ? wasFirst() : sides[0].movers.includes(by)),
  }[end] && !(gaveUp && sides[by]?.over), "other_end");

  const gone = (seat) => 1e15 + left.length - left.indexOf(seat); // behind all others, the first one last
  const ranks = scores.map((score, seat) => (left.includes(seat) ? gone(seat) : door.fewer ? score : -score));
  const places = ranks.map((mine) => 1 + ranks.filter((other) => other < mine).length);
  need(same(end === "aborted" ? seats.map(() => 0) : places, line.places), "other_places");
}

function handlesOf(seats, lines) { // the keys that each caller has had, the present one last, "" for none
  const handles = seats.map((seat) => [seat]);
  const move = (from, to) => handles.filter((had) => had.at(-1) === from).forEach((had) => had.push(to));
  for (const { kind, caller, to } of lines) {
    if (kind === "remove") move(key(caller), "");
    if (kind !== "rename" || key(caller) === key(to)) continue;
    move(key(to), ""); // whoever had that handle has left
    move(key(caller), key(to));
  }
  return handles;
}

function owns(lines, begun, line) { // a game alone ends under the handle that it began under, or today's
  const [had] = handlesOf([key(begun.caller)], lines.slice(lines.indexOf(begun), lines.indexOf(line)));
  return [had[0], had.at(-1)].includes(key(line.caller));
}

function checkOrder(lines) { // each line once, unless it says the same of a day, and at its time
  const said = ({ seed, commit }) => seed ?? commit, MAY = /^(daily|reveal)$/;
  const once = lines.filter(({ kind }) => kind in KINDS && !/^re(name|move)$/.test(kind));
  const isNew = (line, at) => once.slice(0, at).every((one) =>
    one.kind !== line.kind || (MAY.test(line.kind) && said(one) === said(line)));
  need(once.every(isNew), "other_order");
  let latest = "";
  for (const { t } of lines) {
    need(t.slice(0, 23) >= latest.slice(0, 23) || moment(latest) - moment(t) <= 60_000, "other_order");
    if (t.slice(0, 23) >= latest.slice(0, 23)) latest = t;
  }
}

function check(lines, steps) {
  const at = lines.findIndex((line) => line.kind in BEGINS), line = lines[at] ?? {}, { seats, moves } = line;
  const begun = lines.slice(0, at).find((one) => one.kind === BEGINS[line.kind] && one.id === line.id);
  need(begun, "line_missing", { kind: BEGINS[line.kind] ?? "game" });
  need(begun.door in DOORS, "door_unknown", { door: begun.door });
  need(areHex(sha256(fromHex(line.seed)), begun.commit), "other_seed");
  checkOrder(lines);
  if (line.kind === "daily_game") checkDeal(lines, at, begun, line);
  const door = DOORS[begun.door], isMatch = line.kind === "match";
  const race = isMatch && (door.race || begun.race);

  if (isMatch) {
    const handles = handlesOf(begun.seats.map(keyOf), lines.slice(lines.indexOf(begun), at));
    const sits = (seat, at) =>
      isComputer(seat) ? seat === begun.seats[at] : handles[at]?.includes(key(seat));
    need(seats.length === begun.seats.length && seats.every(sits), "other_turn");
  } else {
    need(line.door === begun.door && owns(lines, begun, line), "other_turn");
    need(!isComputer(seats[0]) && key(line.caller) === key(seats[0]), "seats_refused");
  }

  const keys = (isMatch ? begun.seats : seats).map((seat) => keyOf(seat) && trim(keyOf(seat)));
  const people = range(seats.length).filter((seat) => !isComputer(seats[seat])), most = race ? 2 : door.most;
  const isNew = (seat) => keys[seat] && keys.indexOf(keys[seat]) === seat;
  const known = (seat, at) => (isComputer(seat) ? isLike(door.levels, seat.slice(9)) : isNew(at));
  need(seats.every(known), "seats_refused");
  need(seats.length >= (isMatch ? 2 : 1) && seats.length <= most, "seats_refused");
  need(people.length >= (race || (isMatch && begun.rated) ? 2 : 1), "seats_refused");
  need(isMatch || !door.sealed || people.length === 1, "seats_refused"); // whoever hides a code is at a table

  const times = isMatch ? line.times : moves.map(() => 0);
  need(moves.length === times.length && !(race && moves.length !== 2), "other_times");
  const ofSeat = (seat, racer) => ({ racer, seats: [seat], moves: moves[racer], times: times[racer] });
  const games = race ? seats.map(ofSeat) : [{ seats, moves, times }];
  const sides = games.map((game) => replay(game, door, begun, line, steps));
  need(sides.every((side) => side.over) === (!isMatch || line.end === "over"), "unfinished");
  if (isMatch) return checkMatch(door, begun, line, race, people, sides, steps);

  const [score] = sides[0].scores;
  need(score === line.score, "other_score", { score, said: line.score });
  need(same(complete(door, line.options), complete(door, begun.options)), "other_options");
}

export function prove(texts) {
  const steps = [];
  try {
    check(texts.map(read), steps);
    return { verdict: "proved", reason: "", values: {}, steps };
  } catch (error) {
    const failed = error instanceof SyntaxError ? { verdict: "refused", reason: "not_json" } : error;
    if (!failed.verdict) throw error;
    return { ...failed, values: { ...steps.at(-1), ...failed.values }, steps };
  }
}
