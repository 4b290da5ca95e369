// xterm.js writes <style> elements, which the page's policy forbids. This gives it constructed style sheets.
const create = document.createElement.bind(document);
document.createElement = (name, options) => {
  if (String(name).toLowerCase() !== 'style') return create(name, options);
  const sheet = new CSSStyleSheet(), node = create('template');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  Object.defineProperty(node, 'textContent', { set: (text) => sheet.replaceSync(text), get: () => '' });
  node.remove = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
  return node;
};
