// Save a file of the board's with the browser.
export function download(path) {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
}
