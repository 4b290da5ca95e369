// What makes xterm.js draw as the board's own pictures are drawn: the font, the sixteen colours, no seams.
const VGA = ['#000000', '#aa0000', '#00aa00', '#aa5500', '#0000aa', '#aa00aa', '#00aaaa', '#aaaaaa',
  '#555555', '#ff5555', '#55ff55', '#ffff55', '#5555ff', '#ff55ff', '#55ffff', '#ffffff'];
const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

const theme = { background: VGA[0], foreground: VGA[7], cursor: VGA[7] };
NAMES.forEach((name, at) => {
  theme[name] = VGA[at];
  theme['bright' + name[0].toUpperCase() + name.slice(1)] = VGA[at + 8];
});

export const options = {
  fontFamily: 'Spleen', fontWeightBold: 'normal', lineHeight: 1, scrollback: 0, customGlyphs: false, theme,
  drawBoldTextInBrightColors: false, minimumContrastRatio: 1, allowProposedApi: false, logLevel: 'off',
};
