// The path of this page, and the names of routes by the identifiers of their operations, if requests are recorded.
const { path, routeNames } = document.getElementById('swagger-ui').dataset;

// The dark colors of Swagger UI apply to a class instead of a media query.
const dark = matchMedia('(prefers-color-scheme: dark)');
const setColors = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', setColors);
setColors();

// The summary of an operation is a button, in which a link cannot be reached; the button opens the operation as the link
// does. The labels of some buttons differ from their text, by which people with voice control refer to them.
const accessibility = ({ React }) => ({
  wrapComponents: {
    OperationSummaryPath: (Path) => (props) =>
      React.createElement(Path, { ...props, operationProps: props.operationProps.set('isDeepLinkingEnabled', false) }),
    Button:
      (Button) =>
      ({ 'aria-label': label, ...props }) =>
        React.createElement(Button, typeof props.children === 'string' ? props : { ...props, 'aria-label': label }),
  },
});

// Swagger UI renders inputs and regions without names, and omits levels of headings. Its components contain them together
// with much else, so they are changed in the page. React keeps attributes that it does not set.
const setAttributes = (selector, attributes) => {
  for (const element of document.querySelectorAll(selector))
    for (const [name, value] of Object.entries(attributes)) {
      const text = typeof value === 'function' ? value(element) : value;
      if (element.getAttribute(name) !== text) element.setAttribute(name, text);
    }
};
const operationOf = (element) => {
  const { textContent: method } = element.querySelector('.opblock-summary-method');
  return method + ' ' + element.querySelector('[data-path]').dataset.path;
};
const inputName = (element) => {
  const { paramName, propertyName } = element.closest('tr')?.dataset ?? {};
  return paramName ?? propertyName ?? 'Request body';
};
const setLabels = () => {
  setAttributes('.information-container', { role: 'region', 'aria-label': 'Description' });
  setAttributes('.scheme-container', { role: 'region', 'aria-label': 'Servers and authorization' });
  setAttributes('.modal-ux', { role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Available authorizations' });
  setAttributes('.close-modal', { 'aria-label': 'Close' });
  setAttributes('#servers', { 'aria-label': 'Server' });
  setAttributes('.examples-select-element', { 'aria-label': 'Examples' });
  setAttributes('.parameters select, .parameters textarea, .parameters input, .body-param__text', {
    'aria-label': inputName,
  });
  setAttributes('.responses-table', {
    'aria-label': (table) => 'Responses of ' + operationOf(table.closest('.opblock')),
  });
  // Long lines scroll, also with the keyboard.
  setAttributes('.highlight-code > pre, pre.microlight', { tabindex: '0' });
  setAttributes('.swagger-ui h3', { 'aria-level': '2' });
  setAttributes('.swagger-ui h4', { 'aria-level': '3' });
  setAttributes('.swagger-ui h5, .swagger-ui h6', { 'aria-level': '4' });
};
new MutationObserver(setLabels).observe(document.getElementById('swagger-ui'), { childList: true, subtree: true });

// Adds a link above the responses of each operation. OpenAPI 3.1 names the method QUERY "x-query".
const recordedRequests = ({ React }) => ({
  wrapComponents: {
    responses: (Responses) => (props) => {
      const { path, method } = props;
      const id = props.specSelectors.specJson().getIn(['paths', path, method, 'operationId']);
      const search =
        'method:' + method.replace('x-', '').toUpperCase() + ' route:' + (JSON.parse(routeNames)[id] ?? id);
      const href = '/_profiler/empty/search/results?' + new URLSearchParams({ q: search, limit: '10' });
      const link = React.createElement('a', { href, target: '_blank', rel: 'noreferrer' }, 'Recorded requests');
      const place = React.createElement('p', { className: 'opblock-description-wrapper recorded-requests' }, link);
      return React.createElement(React.Fragment, null, place, React.createElement(Responses, props));
    },
  },
});

window.ui = SwaggerUIBundle({
  url: path + '.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
  tryItOutEnabled: true,
  syntaxHighlight: { theme: 'obsidian' },
  plugins: routeNames === undefined ? [accessibility] : [accessibility, recordedRequests],
});
