/** The script of the page at `/live`. It subscribes and prepends updates to a list; texts are never parsed as HTML. */
export const SCRIPT = `
const list = document.getElementById('list');
const state = document.getElementById('state');
const cities = new Map();
const MAX_ITEMS = 50;
document.getElementById('try').textContent =
  "curl -X PATCH " + location.origin + "/api/cities/658225 \\\\\\n  -H 'X-Api-Key: ada.public-demo-key-for-the-atlas-example-app-1' \\\\\\n  -H 'Content-Type: application/merge-patch+json' -d '{\\"population\\":7}'";

const JSON_TYPE = { 'Content-Type': 'application/json' };
const REQUESTS = {
  change: () => ['PATCH', '/api/cities/658225', { 'Content-Type': 'application/merge-patch+json' }, { population: 600000 + Math.floor(Math.random() * 100000) }],
  invalid: () => ['POST', '/api/cities', JSON_TYPE, { name: '', country: 'Finland', latitude: 160, longitude: 24.25, population: 7 }],
  unknown: () => ['GET', '/api/cities?populaton[gte]=1', {}, undefined],
};

for (const button of document.querySelectorAll('button')) button.onclick = async () => {
  const [method, path, headers, body] = REQUESTS[button.value]();
  const response = await fetch(path, { method, headers: { ...headers, 'X-Api-Key': 'ada.public-demo-key-for-the-atlas-example-app-1' }, body: body && JSON.stringify(body) });
  const text = await response.text();
  const result = document.getElementById('result');
  result.hidden = false;
  result.querySelector('h2').textContent = method + ' ' + path;
  const status = result.querySelector('.pill');
  status.textContent = response.status + ' ' + response.statusText;
  status.className = 'pill ' + (response.ok ? 'good' : 'bad');
  const isJson = /json/.test(response.headers.get('Content-Type'));
  result.querySelector('pre').textContent = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
  const profile = document.getElementById('profile');
  const link = response.headers.get('X-Debug-Token-Link');
  profile.hidden = link === null;
  profile.href = link ?? '';
};

const source = new EventSource('/.well-known/mercure?match_urlpattern=' + encodeURIComponent('/api/cities/:id'));
source.onopen = () => setState('listening', 'open');
source.onerror = () => setState(source.readyState === EventSource.CLOSED ? 'not connected' : 'reconnecting', 'lost');
source.onmessage = ({ data }) => show(JSON.parse(data));

function setState(text, name) {
  state.textContent = text;
  state.className = 'state ' + name;
}

function show(city) {
  const iri = city['@id'];
  const before = cities.get(iri);
  const gone = Object.keys(city).length === 1;
  if (gone) cities.delete(iri);
  else cities.set(iri, city);
  document.getElementById('none').hidden = true;
  const item = element('li', '', gone ? 'gone' : '');
  const head = element('div');
  head.append(element('b', (gone ? before && before.name : city.name) || iri));
  head.append(element('span', gone ? 'deleted' : before ? 'changed' : 'saved'));
  head.append(element('time', new Date().toLocaleTimeString()));
  item.append(head);
  if (!gone) item.append(getFacts(city, before));
  list.prepend(item);
  while (list.children.length > MAX_ITEMS) list.lastChild.remove();
}

function getFacts(city, before) {
  const facts = element('dl');
  for (const name of Object.keys(city)) {
    if (name.startsWith('@') || name === 'id' || name === 'name') continue;
    const isSame = !before || before[name] === city[name];
    if (before && isSame) continue;
    const value = element('dd');
    if (!isSame) value.append(element('del', String(before[name] ?? 'none')), ' ');
    value.append(element(isSame ? 'span' : 'ins', String(city[name])));
    facts.append(element('dt', name), value);
  }
  return facts;
}

function element(name, text = '', className = '') {
  const node = document.createElement(name);
  node.textContent = text;
  if (className) node.className = className;
  return node;
}
`;
