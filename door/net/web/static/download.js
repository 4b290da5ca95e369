// Save a file of the board's with the browser.
export function download(path) {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
}

// Put a text into the clipboard, or into the share sheet of a phone. A browser that refuses shows nothing: the page
// has the text to be marked.
export function copy(text) {
  const shares = navigator.share && matchMedia('(pointer: coarse)').matches;
  const done = shares ? navigator.share({text}) : navigator.clipboard?.writeText(text);
  done?.catch(() => {});
}
