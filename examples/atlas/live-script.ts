/** The script of the page at `/live`. It subscribes and prepends updates to a list; texts are never parsed as HTML. */
export const SCRIPT = `
const list = document.getElementById('list');
const state = document.getElementById('state');
const known = new Map();
const MOST = 50;
document.getElementById('try').textContent =
  "curl -X PATCH " + location.origin + "/api/cities/658225 \\\\\\n  -H 'X-Api-Key: ada.everybody-knows-this-key-to-try-the-atlas-x' \\\\\\n  -H 'Content-Type: application/merge-patch+json' -d '{\\"population\\":7}'";

const source = new EventSource('/.well-known/mercure?match_urlpattern=' + encodeURIComponent('/api/cities/:id'));
source.onopen = () => say('listening', 'open');
source.onerror = () => say(source.readyState === EventSource.CLOSED ? 'not connected' : 'connecting again', 'lost');
source.onmessage = ({ data }) => show(JSON.parse(data));

function say(text, name) {
  state.textContent = text;
  state.className = name;
}

function show(city) {
  const iri = city['@id'];
  const before = known.get(iri);
  const gone = Object.keys(city).length === 1;
  if (gone) known.delete(iri);
  else known.set(iri, city);
  document.getElementById('none').hidden = true;
  const item = element('li', '', gone ? 'gone' : '');
  const head = element('div');
  head.append(element('b', (gone ? before && before.name : city.name) || iri));
  head.append(element('span', gone ? 'deleted' : before ? 'changed' : 'saved'));
  head.append(element('time', new Date().toLocaleTimeString()));
  item.append(head);
  if (!gone) item.append(factsOf(city, before));
  list.prepend(item);
  while (list.children.length > MOST) list.lastChild.remove();
}

function factsOf(city, before) {
  const facts = element('dl');
  for (const name of Object.keys(city)) {
    if (name.startsWith('@') || name === 'id' || name === 'name') continue;
    const isSame = !before || before[name] === city[name];
    if (before && isSame) continue;
    const value = element('dd');
    if (!isSame) value.append(element('del', String(before[name] ?? 'nothing')), ' ');
    value.append(element(isSame ? 'span' : 'ins', String(city[name])));
    facts.append(element('dt', name), value);
  }
  return facts;
}

function element(name, text = '', className = '') {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}
`;
