// Check one finished game of the board from its lines in the journal: the commitment, the dice and cards that
// follow from the seed, every move, the score and the result. This file needs nothing else.
//
//   prove(lines)   `lines` are the game's lines in the journal's order, as texts: `turn` and `game`, `table` and
//                  `match`, or `daily`, `daily_turn`, `daily_score`, `reveal` and `daily_game`. A `rename` line
//                  between them says that a caller's name changed.
//
// Returns {verdict, reason, values, steps}. `verdict` is "proved", "refused" or "unknown". Unknown means that a
// line is missing, or that this script doesn't know the game or one of its options. `reason` and `values` say
// what is wrong. `steps` are the moves: {given, move, score}, where `given` is the roll, the card or the points.
// A computer's moves are checked like anybody's, but not whether its level would have chosen them.

function need(holds, reason, values = {}, verdict = "refused") {
  if (!holds) throw { verdict, reason, values };
}

const range = (count, make = (i) => i) => Array.from({ length: count }, (_, i) => make(i));
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const sum = (numbers) => numbers.reduce((total, n) => total + n, 0);

// -- SHA-256 and HMAC (FIPS 180-4, RFC 2104) ---------------------------------------------------------------

const PRIMES = range(310, (i) => i + 2).filter((n) => range(n).every((m) => m < 2 || n % m));
const fraction = (x) => ((x % 1) * 2 ** 32) | 0;
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime))); // of the first 64
const turned = (x, ...by) => by.reduce((all, n) => all ^ (x >>> n) ^ (x << (32 - n)), 0);

function sha256(bytes) {
  const padded = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  [...bytes, 0x80].forEach((byte, at) => padded.setUint8(at, byte));
  padded.setUint32(padded.byteLength - 4, bytes.length * 8);
  let hash = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  for (let at = 0; at < padded.byteLength; at += 64) {
    const w = range(16, (i) => padded.getUint32(at + 4 * i));
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const one = h + turned(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i];
      const two = turned(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
      const [x, y] = [w[i + 1], w[i + 14]];
      const mixed = (turned(x, 7, 18) ^ (x >>> 3)) + (turned(y, 17, 19) ^ (y >>> 10));
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
      w.push((w[i] + w[i + 9] + mixed) | 0);
    }
    hash = [a, b, c, d, e, f, g, h].map((part, i) => (hash[i] + part) | 0);
  }
  return hash.flatMap(number32);
}

function hmac(secret, message) { // the secret has at most 64 bytes
  const padded = (by) => range(64, (i) => (secret[i] ?? 0) ^ by);
  return sha256([...padded(0x5c), ...sha256([...padded(0x36), ...message])]);
}

const number32 = (n) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
const utf8 = (text) => [...new TextEncoder().encode(text)];
const fromHex = (text) => (text.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
const areHex = (bytes, text) => same(bytes, fromHex(text));

// -- chance: HMAC-SHA256(seed, counter), read byte by byte -------------------------------------------------

class Chance {
  constructor(seed, words) {
    const said = (words ?? []).map(utf8).flatMap((word) => [...number32(word.length), ...word]);
    Object.assign(this, { key: words ? hmac(seed, said) : seed, used: 0 });
  }
  below(n) { // a number 0..n-1; bytes that would favour low numbers are skipped
    for (;;) {
      if (this.used % 32 === 0) this.block = hmac(this.key, [0, 0, 0, 0, ...number32(this.used / 32)]);
      const byte = this.block[this.used++ % 32];
      if (byte < 256 - (256 % n)) return byte % n;
    }
  }
  roll() { return range(2, () => this.below(6) + 1); }
  shuffled(count) {
    const pack = range(count);
    for (let i = count - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [pack[i], pack[j]] = [pack[j], pack[i]];
    }
    return pack;
  }
}

// -- the games ---------------------------------------------------------------------------------------------
// A game is made of (options, seats, chance). `play(move)` returns false if the move is against the rules.
// `given` is what a move answers, `movers` are the seats that may move. `scores`, `over` and `detail` are as in
// the journal. Every game ends with the move "quit" (`given_up`).

const isComputer = (seat) => seat.startsWith("computer:");
const matches = (open, total) =>
  total === 0 || open.some((tile, at) => tile <= total && matches(open.slice(at + 1), total - tile));

class Box { // one box of tiles
  constructor(tiles, chance) {
    Object.assign(this, { chance, points: 0, why: "", dice: chance.roll(), open: range(tiles, (i) => i + 1), shut: [] });
  }
  get given() { return this.dice.join(" + "); }
  enter(move) {
    const chosen = move.split(" ").map(Number);
    const ascending = chosen.every((tile, i) => this.open.includes(tile) && (i === 0 || chosen[i - 1] < tile));
    if (chosen.join(" ") !== move || !ascending || sum(chosen) !== sum(this.dice)) return false;
    this.open = this.open.filter((tile) => !chosen.includes(tile));
    this.shut.push(...chosen);
    this.points += sum(chosen);
    if (this.open.length) this.dice = this.chance.roll();
    this.why = !this.open.length ? "shut" : matches(this.open, sum(this.dice)) ? "" : "stuck";
    return true;
  }
}

class ShutTheBox {
  constructor(options, seats, chance) { Object.assign(this, { options, box: new Box(options.tiles, chance) }); }
  get given() { return this.box.given; }
  get why() { return this.given_up ? "quit" : this.box.why; }
  get over() { return this.why !== ""; }
  get movers() { return this.over ? [] : [0]; }
  play(move) { return this.box.enter(move); }
  get scores() {
    const tiles = ["shut", "stuck"].includes(this.why) ? this.box.shut.length * this.options.bonus_per_tile : 0;
    return [this.box.points + tiles + (this.why === "shut" ? this.options.shut_bonus : 0)];
  }
  get detail() { return { closed: this.box.shut.length, why: this.why }; }
}

class MicroLink { // `turns` has a list of finished boxes for each seat
  constructor(options, seats, chance) {
    Object.assign(this, { seats, chance, turns: seats.map(() => []), count: 0, box: new Box(9, chance) });
  }
  get given() { return this.box.given; }
  get over() { return this.given_up || this.count === 5 * this.seats.length; }
  get movers() { return [this.count % this.seats.length]; }
  play(move) {
    if (!this.box.enter(move)) return false;
    if (!this.box.why) return true;
    this.turns[this.count++ % this.seats.length].push(this.box);
    if (!this.over) this.box = new Box(9, this.chance);
    return true;
  }
  get points() { return this.turns.map((boxes) => boxes.map((box) => box.points + (box.why === "shut" ? 5 : 0))); }
  get scores() { return this.points.map(sum); }
  get detail() {
    const totals = this.scores, best = Math.max(...totals), each = (figure) => this.turns.map((boxes) => boxes.map(figure));
    return {
      totals, turns: this.points, doors: each((box) => box.shut.length), given_up: this.given_up,
      shut: this.turns.map((boxes) => range(9, (i) => boxes.filter((box) => box.shut.includes(i + 1)).length)),
      perfect: each((box) => Number(box.why === "shut")).map(sum),
      winners: this.given_up ? [] : range(totals.length).filter((seat) => totals[seat] === best),
    };
  }
}

class MindBuster { // `codes` and `rows` by the seat that guesses at the code
  constructor({ holes, colours, players }, seats, chance) {
    const duel = players === 2, callers = duel && seats.length > 1 && !isComputer(seats[1]), letters = "RWBGYKOV".slice(0, colours);
    const drawn = callers ? "" : range(holes, () => letters[chance.below(colours)]).join("");
    Object.assign(this, { duel, callers, letters, holes, codes: [drawn, ""], rows: [[], []] });
  }
  broken(side) { return this.rows[side].includes(this.codes[side]); }
  get given() {
    const [mine, theirs] = this.rows;
    if (this.duel && !(this.codes[0] && this.codes[1])) return "code";
    if (this.duel && theirs.length < mine.length) return "answer";
    return this.broken(0) || (this.duel && this.broken(1)) || mine.length === 10 ? "over" : "guess";
  }
  get over() { return this.given_up || this.given === "over"; }
  get movers() { return this.over ? [] : [Number(this.given === "answer" || (this.given === "code" && this.codes[1] !== ""))]; }
  play(move) {
    const hides = this.given === "code", pegs = hides ? move.slice(5) : move;
    if (move.startsWith("code ") !== hides || pegs.length !== this.holes) return false;
    if (![...pegs].every((peg) => this.letters.includes(peg) || (peg === "-" && !hides))) return false;
    if (hides) this.codes[this.codes[1] ? 0 : 1] = pegs;
    else this.rows[this.given === "answer" ? 1 : 0].push(pegs);
    return true;
  }
  get scores() {
    const score = (side) => (this.broken(side) && !this.given_up ? this.rows[side].length : 11);
    return this.callers ? [score(0), score(1)] : [score(0)];
  }
  get detail() {
    const mine = this.broken(0), theirs = this.duel ? this.broken(1) : !mine;
    return { result: this.given_up ? "lost" : mine === theirs ? "drawn" : mine ? "won" : "lost" };
  }
}

class FortyThieves { // cards are ranks; 0 is a joker
  constructor({ turn_at_will, jokers }, seats, chance) {
    Object.assign(this, { turn_at_will, jokers, chance, score: 0, deals: 0 });
    this.deal();
  }
  deal() {
    const pack = this.chance.shuffled(52 + this.jokers).map((card) => (card < 52 ? (card % 13) + 1 : 0));
    this.stacks = range(7, (n) => pack.slice(0, 35).filter((_, i) => i % 7 === n));
    [this.current, this.stock, this.deals] = [pack[35], pack.slice(36), this.deals + 1];
  }
  fits(stack) { return stack.length > 0 && (stack.at(-1) === 0 || this.current === 0 || Math.abs(stack.at(-1) - this.current) === 1); }
  get stuck() { return !this.stacks.some((stack) => this.fits(stack)); }
  get over() { return this.given_up || (!this.stock.length && this.stuck); }
  get movers() { return this.over ? [] : [0]; }
  get given() { return "?A23456789TJQK"[this.current]; }
  play(move) {
    if (move === "turn") {
      if (!this.stock.length || (!this.turn_at_will && !this.stuck)) return false;
      this.current = this.stock.shift();
      return true;
    }
    if (!/^[1-7]$/.test(move) || !this.fits(this.stacks[move - 1])) return false;
    this.current = this.stacks[move - 1].pop();
    this.score += [0, 8, 6, 6, 4, 4, 2, 2, 2, 4, 4, 6, 6, 8][this.current];
    if (this.stacks.some((stack) => stack.length)) return true;
    [this.score, this.jokers] = [this.score + 15, Math.max(0, this.jokers - 1)];
    this.deal();
    return true;
  }
  get scores() { return [this.score]; }
  get detail() { return { deals: this.deals, given_up: this.given_up }; }
}

class Switchbox { // switches lean left (0) or right (1), and a loaded one holds a ball
  constructor(options, seats, chance) {
    const solo = options.solitaire;
    Object.assign(this, options, { chance, mover: Number(solo), owed: solo, round: 0, closer: -1, last: "", by: -1 });
    Object.assign(this, { points: [0, 0], scores: [0, 0], balls: [2, 2], passes: [3, 3], passed: [false, false], rounds: [], best: [0, 0] });
    this.box = range(30, () => ({ lean: chance.below(2), loaded: false }));
  }
  get goal() { return this.goals[this.round] * (this.double_goals ? 2 : 1); }
  get over() { return this.given_up || this.round === 4; }
  get given() { return this.points.join(" : "); }
  get gift() { // true if the player who has just moved may give a random ball
    const after = ["drop", "pass"].includes(this.last) && this.by !== this.mover;
    return this.gifts && !this.solitaire && after && this.balls[1 - this.mover] > 0;
  }
  get movers() { return this.over ? [] : this.gift ? [this.by, this.mover] : [this.mover]; }
  fall(entry) { // the box after a ball, and the points of the balls that come out
    const box = this.box.map((one) => ({ ...one })), values = this[`exits_${this.round + 1}`];
    let balls = [entry + 3];
    for (let level = 0, first = 0; level < 5; first += 4 + level, level++) {
      balls = balls.flatMap((column) => {
        const place = column - (4 - level), one = box[first + (place >> 1)], side = place % 2, left = column - side;
        if (one.loaded) return (one.loaded = false), one.lean ? [left, left + 1] : [left + 1, left];
        if (side === one.lean) return (one.loaded = true), [];
        one.lean = 1 - one.lean;
        return [column];
      });
    }
    return { box, gained: sum(balls.map((column) => values[column])) };
  }
  play(move) {
    const [, gift, random, entry] = /^(gift )?(\+?)([1-8])$/.exec(move) ?? [], boxMoves = this.solitaire && this.mover === 1;
    this.moved = undefined;
    if (move === "-") return this.mayPass(boxMoves) && this.credit(0, "pass");
    if (!entry || (gift && !(random && this.gift)) || (random && this.chance.below(8) + 1 !== Number(entry))) return false;
    if (gift) { this.balls[1 - this.mover]--; this.moved = 1 - this.mover; }
    const { box, gained } = this.fall(Number(entry)), most = Math.max(...range(8, (i) => this.fall(i + 1).gained));
    if (boxMoves && (this.closer === 0 ? random || gained < most : !random)) return false;
    this.box = box;
    return this.credit(gained, gift ? "gift" : "drop");
  }
  mayPass(boxMoves) {
    if (boxMoves || !this.limited_passes || this.solitaire) return !boxMoves;
    const twice = (this.last === "pass" && this.by !== this.mover) || this.passed[this.mover];
    return !twice && this.passes[this.mover]-- > 0;
  }
  credit(gained, kind) {
    const seat = this.mover;
    this.points[seat] += gained;
    if (this.closer < 0 && this.points[seat] >= this.goal) this.closer = seat;
    [this.passed[seat], this.last, this.by, this.best[seat]] = [kind === "pass", kind, seat, Math.max(this.best[seat], gained)];
    if (this.go_on && gained > 0 && !this.solitaire) return true;
    if (this.closer === 1 - seat) this.endRound();
    else if (!this.solitaire) this.mover = 1 - seat;
    else if (seat === 0) [this.mover, this.owed] = [1, gained > 0];
    else if (!this.owed || gained > 0) [this.mover, this.owed] = [0, false];
    return true;
  }
  endRound() {
    this.rounds.push(this.points.map((points, seat) => {
      const lead = points - this.points[1 - seat], whole = points >= this.goal ? points + this.goal : points;
      return [points, whole, lead, this.scores[seat] + whole + lead];
    }));
    this.scores = this.rounds.at(-1).map((figures) => figures[3]);
    Object.assign(this, { mover: this.solitaire ? 1 : 1 - this.mover, points: [0, 0], closer: -1, owed: this.solitaire });
    if (++this.round === 2) this.passes = [3, 3];
  }
  get detail() {
    const [mine, other] = this.scores, winner = this.given_up ? 1 : mine === other ? null : Number(mine > other === this.lowball);
    return { totals: this.scores, rounds: this.rounds, winner, best_drop: this.best, given_up: this.given_up };
  }
}

// -- the doors: seats, computers' levels and options ---------------------------------------------------------

const whole = (value, low, high) => ({ value, allows: (n) => Number.isInteger(n) && low <= n && n <= high });
const choice = (value, ...others) => ({ value, allows: (one) => one === value || others.includes(one) });
const flag = (value) => choice(value, !value);
const list = (value, low, high) => ({ value, allows: (all) => each(whole(0, low, high).allows)(all) && all.length === value.length });
const outwards = (...values) => list([...values.toReversed(), ...values], -1000, 1000);
const minds = ["homer", "bart", "lisa", "watson", "holmes", "einstein"];
const switchers = ["random", "beginner", "regular", "skilled", "expert", "master", "player"]; // "player": once "regular"
const UNRECORDED = ["turns_per_day", "ranking", "top", "daily", "choose_size", "choose_jokers", "look", "contest_levels"];
const DOORS = {
  shutbox: { game: ShutTheBox, seats: [1, 1], race: true, options: {
    tiles: choice(9, 12), bonus_per_tile: whole(10, 0, 1000), shut_bonus: whole(300, 0, 10_000), free_turn: flag(true) } },
  microlink: { game: MicroLink, seats: [1, 4], levels: ["beginner", "casual", "careful", "expert"], options: {} },
  mindbuster: { game: MindBuster, seats: [1, 2], levels: minds, fewer: true, sealed: true, options: {
    holes: whole(4, 4, 5), colours: whole(6, 3, 8), players: whole(2, 1, 2), level: choice("watson", ...minds) } },
  thieves: { game: FortyThieves, seats: [1, 1], race: true, options: { jokers: whole(2, 0, 5), turn_at_will: flag(false) } },
  switchbox: { game: Switchbox, seats: [1, 2], levels: switchers, options: {
    goals: list([10, 40, 20, 100], 1, 10_000), double_goals: flag(false), exits_1: outwards(2, 2, 2, 2, 2, 2, 2, 2),
    exits_2: outwards(1, 2, 3, 5, 8, 13, 21, 34), exits_3: outwards(1, 2, 3, 4, 5, 6, 7, 8),
    exits_4: outwards(1, 4, 9, 16, 25, 36, 49, 64), lowball: flag(false), limited_passes: flag(false),
    gifts: flag(false), go_on: flag(false), solitaire: flag(false), level: choice("regular", ...switchers) } },
};

// -- lines: their fields and their types, as in docs/journal.md ----------------------------------------------

const isText = (value) => typeof value === "string", isList = Array.isArray, isNumber = Number.isInteger;
const isObject = (value) => typeof value === "object" && value !== null && !isList(value);
const isLike = (pattern) => (value) => isText(value) && pattern.test(value);
const isHash = isLike(/^[0-9a-f]{64}$/i), isSalt = isLike(/^[0-9a-f]{32}$/i), isClock = isLike(/^([1-9]\d*d|[1-9]\d*\+\d+)$/);
const each = (is) => (value) => isList(value) && value.every((one) => is(one));
const perSeat = (is) => (value) => each(is)(value) || each(each(is))(value);
const isName = (value) => isText(value) && value !== "", isFlag = (value) => typeof value === "boolean";
const isTime = (value) => isText(value) && /^\d{4}-\d\d-\d\dT.*(Z|\+00:00)$/.test(value) && !Number.isNaN(Date.parse(value));
const isChange = (value) => isList(value) && value.length === 2 && isNumber(value[0]) && (value[1] === "" || isClock(value[1]));
const TYPES = {
  id: isName, door: isName, caller: isName, to: isName, day: isName, month: isName, t: isTime, commit: isHash, seed: isHash,
  seal: isHash, options: isObject, seats: each(isName), moves: each(isText), score: isNumber, clock: isClock, rated: isFlag,
  scores: each(isNumber), places: each(isNumber), end: choice("over", "resigned", "time", "aborted", "claimed").allows,
};
const MAY = {
  result: isObject, words: (value) => each(isText)(value) && value.length > 0, seals: each(isHash), race: isFlag, begun: isTime,
  salts: each(isSalt), by: isNumber, clocks: each(isChange), left: each(isNumber), times: perSeat(isNumber),
};
const FIELDS = {
  __proto__: null, turn: "id door caller t options commit", game: "id door caller t seats options seed moves score month",
  table: "id door t seats options clock rated commit", match: "id t seats seed scores places end times", daily: "day commit",
  daily_turn: "id door caller day options commit", daily_score: "id caller day score seal", reveal: "day seed", rename: "caller to",
  daily_game: "id door caller day seats options seed moves score",
};

function read(text) { // a number that isn't whole becomes an object, which no field takes
  const strict = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => (/^("|-?\d{1,15}$)/.test(token) ? token : "[{}]"));
  let line;
  try { line = Object(JSON.parse(strict)); } catch { need(false, "not_json"); }
  need(isText(line.kind), "field_wrong", { kind: "journal", field: "kind" });
  const needed = FIELDS[line.kind]?.split(" ") ?? [], optional = Object.keys(MAY).filter((name) => name in line);
  for (const field of [...needed, ...optional]) {
    need((TYPES[field] ?? MAY[field])(line[field]), "field_wrong", { kind: line.kind, field });
  }
  need(line.kind !== "match" || perSeat(isText)(line.moves), "field_wrong", { kind: "match", field: "moves" });
  return line;
}

const key = (name) => name.toLowerCase();
// -- proofs --------------------------------------------------------------------------------------------------

function complete(door, options) {
  const full = Object.fromEntries(Object.entries(door.options).map(([name, option]) => [name, option.value]));
  for (const [name, value] of Object.entries(options).filter(([name]) => !UNRECORDED.includes(name))) {
    need(Object.hasOwn(full, name), "option_unknown", { option: name }, "unknown");
    need(door.options[name].allows(value), "option_refused", { option: name });
    full[name] = value === "player" ? "regular" : value;
  }
  return full;
}

function replay(door, line, begun, options, seats, moves) {
  const chance = new Chance(fromHex(line.seed), begun.words), steps = [];
  need(areHex(sha256(fromHex(line.seed)), begun.commit), "other_seed");
  const people = seats.filter((seat) => !isComputer(seat)).map((seat) => key(seat.trim())), [low, high] = door.seats;
  const known = seats.every((seat) => !isComputer(seat) || door.levels?.includes(seat.slice(9)));
  const differ = people.every(Boolean) && new Set(people).size === people.length;
  need(low <= seats.length && seats.length <= high && known && differ, "seats_refused");
  const game = Object.assign(new door.game(options, seats, chance), { given_up: false });
  moves.forEach((move, at) => {
    const { given, movers } = game, played = !game.over && (move === "quit" ? (game.given_up = true) : game.play(move));
    need(played, "move_refused", { number: at + 1, move, given });
    steps.push({ given, move, score: game.scores.join(" : "), seat: game.moved ?? movers.at(-1), own: movers[0] === 0 });
  });
  return { game, steps };
}

function proveGame(door, begun, line, names, steps) {
  const options = complete(door, line.options), caller = key(line.caller);
  need(begun.door === line.door && names(begun.caller).includes(caller), "other_turn");
  need(same(options, complete(door, begun.options)), "other_options");
  need(key(line.seats[0] ?? "") === caller && !(door.sealed && line.seats.slice(1).some((seat) => !isComputer(seat))), "seats_refused");
  const played = replay(door, line, begun, options, line.seats, line.moves), [score] = played.game.scores;
  steps.push(...played.steps);
  need(played.game.over, "unfinished");
  need(score === line.score, "other_score", { score, said: line.score });
  for (const [name, said] of Object.entries(line.result ?? {})) need(same([said], [played.game.detail[name]]), "other_result", { name });
  const months = [-721, 840].map((minutes) => new Date(Date.parse(line.t) + minutes * 60_000).toISOString().slice(0, 7));
  need(line.kind !== "game" || (months[0] <= line.month && line.month <= months[1]), "other_month");
}

function proveDeal(lines, begun, line) {
  const ofDay = (kind) => lines.find((one) => one.kind === kind && one.day === line.day);
  const [sealed, ended, shown] = ["daily", "daily_score", "reveal"].map(ofDay);
  need(sealed && shown, "line_missing", { kind: sealed ? "reveal" : "daily" }, "unknown");
  const seed = hmac(fromHex(shown.seed), utf8(`door:${line.door}`));
  need(areHex(sha256(fromHex(shown.seed)), sealed.commit), "other_seed");
  need(areHex(seed, line.seed) && begun.day === line.day && same(line.seats, [line.caller]), "other_deal");
  const moves = JSON.stringify(line.moves).replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  need(!ended || (ended.score === line.score && areHex(hmac(seed, utf8(moves)), ended.seal)), "other_seal");
}

const isLive = (clock) => clock.includes("+"), allowed = (clock) => parseInt(clock) * (isLive(clock) ? 60_000 : 86_400_000);

function overtime(table, line, steps, seat, lasted) { // milliseconds since that seat's time ran out; negative before
  let { clock } = table, agreed = clock, budget = allowed(clock), since = 0, ran = 0;
  const changes = (line.clocks ?? []).map(([ms, now]) => ({ ms, now })).sort((a, b) => a.ms - b.ms);
  for (const step of [...changes, ...steps].sort((a, b) => a.ms - b.ms)) {
    if (clock || step.move) ran += step.ms - since;
    since = step.ms;
    if (step.move && step.seat === seat && isLive(agreed)) budget += Number(agreed.split("+")[1]) * 1000 - ran;
    if (step.move) ran = 0;
    else if (step.now && step.now !== agreed) [agreed, budget, ran] = [step.now, allowed(step.now), 0];
    if (!step.move) clock = step.now;
  }
  return ran + (clock ? lasted - since : 0) - budget;
}

function placed(scores, left, fewer) {
  const ranks = scores.map((score, seat) => (left.includes(seat) ? [left.length - left.indexOf(seat), 0] : [0, fewer ? score : -score]));
  return ranks.map((mine) => 1 + ranks.filter((other) => other[0] < mine[0] || (other[0] === mine[0] && other[1] < mine[1])).length);
}

function proveMatch(door, table, line, names, steps) {
  const { seats, end, by } = line, race = door.race || table.race === true;
  const people = range(seats.length).filter((at) => !isComputer(seats[at]));
  const sits = (seat, at) => (isComputer(seat) ? seat === seats[at] : names(seat).includes(key(seats[at] ?? "")));
  need(table.seats.length === seats.length && table.seats.every(sits), "other_turn");
  need(seats.length >= 2 && !(race && (seats.length > 2 || people.length < 2)) && people.length >= (table.rated ? 2 : 1), "seats_refused");
  need((table.words ?? seats).length === seats.length && ("seals" in table) === Boolean(door.sealed && !race), "other_seal");
  need(race === isList(line.moves[0]) && (!race || line.moves.length === seats.length), "unfinished");
  const [moves, times] = race ? [line.moves, line.times] : [[line.moves], [line.times]], options = complete(door, table.options);
  need(same(moves.map((side) => side.length), times.map((side) => side?.length)), "other_times");
  const sides = moves.map((side, seat) => replay(door, line, table, options, race ? [seats[seat]] : seats, side));
  sides.forEach((side, seat) => side.steps.forEach((step, at) => Object.assign(step, { ms: times[seat][at], seat: race ? seat : step.seat })));
  steps.push(...sides.flatMap((side) => side.steps));
  const seals = table.seals ?? [], salts = line.salts ?? [];
  const isKept = (sealed, at) => line.moves[at]?.startsWith("code ")
    && areHex(sha256([...fromHex(salts[at] ?? ""), ...utf8(line.moves[at].slice(5))]), sealed);
  need(seals.every(isKept) && seals.length === salts.length, "other_seal");

  const scores = race ? sides.map(({ game }) => game.scores[0]) : sides[0].game.scores, over = sides.map(({ game }) => game.over);
  need(same(scores, line.scores), "other_score", { score: scores.join(" : "), said: line.scores.join(" : ") });
  need(over.every(Boolean) === (end === "over"), "unfinished");
  const gaveUp = ["resigned", "time", "claimed"].includes(end), left = line.left ?? (gaveUp ? [by] : []);
  need(new Set(left).size === left.length && left.every((seat) => people.includes(seat)), "other_end");
  if (gaveUp) need(left.at(-1) === by && left.length <= Math.max(1, people.length - 1) && !(race && over[by]), "other_end");
  else need((!left.length || people.length - left.length >= 2) && (by === undefined || (end !== "over" && people.includes(by))), "other_end");
  const lasted = Date.parse(line.t) - Date.parse(table.begun ?? table.t) + 60_000, clocks = (line.clocks ?? []).toSorted((a, b) => a[0] - b[0]);
  const made = sides.flatMap((side) => side.steps), clock = clocks.at(-1)?.[1] ?? table.clock;
  need(sides.every((side) => side.steps.every(({ ms }, at) => at === 0 || side.steps[at - 1].ms <= ms)), "other_times");
  need([...made.map(({ ms }) => ms), ...clocks.map(([ms]) => ms)].every((ms) => ms >= 0 && ms <= lasted), "other_times");
  const late = sides.map((side, at) => overtime(table, line, side.steps, race ? at : by, lasted)), latest = late[race ? by : 0];
  const ranOut = clock && latest >= 0 && (race || sides[0].game.movers.includes(by)) && late.every((ms, at) => over[at] || ms <= latest + 120_000);
  const moved = made.filter((step) => !step.move.startsWith("code ") && (!race || step.own)).map((step) => step.seat);
  need(end !== "time" || ranOut, "other_end");
  need(end !== "claimed" || (table.rated && isLive(clock)), "other_end");
  need(end !== "aborted" || by === undefined || !people.every((seat) => moved.includes(seat)), "other_end");
  need(same(line.places, end === "aborted" ? scores.map(() => 0) : placed(scores, left, door.fewer)), "other_places");
}

const BEGINS = { __proto__: null, game: "turn", match: "table", daily_game: "daily_turn" };

export function prove(texts) {
  const steps = [];
  try {
    const lines = texts.map(read), at = lines.findIndex((line) => line.kind in BEGINS), line = lines[at] ?? {};
    const begun = lines.find((one, i) => i < at && one.kind === BEGINS[line.kind] && one.id === line.id);
    need(begun, "line_missing", { kind: BEGINS[line.kind] ?? "game" }, "unknown");
    need(Object.hasOwn(DOORS, begun.door), "door_unknown", { door: begun.door }, "unknown");
    const renames = lines.slice(lines.indexOf(begun), at).filter((one) => one.kind === "rename");
    const names = (name) => [key(name), renames.reduce((now, one) => (now === key(one.caller) ? key(one.to) : now), key(name))];
    if (line.kind === "daily_game") proveDeal(lines, begun, line);
    (line.kind === "match" ? proveMatch : proveGame)(DOORS[begun.door], begun, line, names, steps);
    return { verdict: "proved", reason: "", values: {}, steps };
  } catch (failed) {
    if (!failed.verdict) throw failed;
    return { ...failed, steps };
  }
}
