// xterm.js writes <style> elements and style attributes, which the page's policy forbids. This gives it constructed
// style sheets, and sets an element's style by its properties, as the policy allows.
const setAttribute = Element.prototype.setAttribute;
Element.prototype.setAttribute = function (name, value) {
  if (name === 'style') this.style.cssText = value;
  else setAttribute.call(this, name, value);
};

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
