/** The page of the tracker: it lists issues, creates them, and shows changes of others as they happen. */
const find = (id) => document.getElementById(id);
const labels = new Map();
let token = '';
let updates;

find('login').addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  if (await send('POST', '/login', Object.fromEntries(form))) await open();
});

for (const button of document.querySelectorAll('#login .cards button'))
  button.addEventListener('click', async () => {
    const [username, password] = button.value.split(' ');
    if (await send('POST', '/login', { username, password })) await open();
  });

find('create').addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const issue = { project: form.get('project'), title: form.get('title'), labels: form.getAll('labels') };
  const created = await send('POST', '/api/issues', issue);
  if (!created) return;
  show(created, '/api/issues/' + created.id);
  event.target.reset();
});

find('logout').addEventListener('click', async () => {
  await send('POST', '/logout');
  updates.close();
  location.reload();
});

await open();

async function open() {
  const session = await fetch('/session');
  find('login').hidden = session.ok;
  find('app').hidden = find('logout').hidden = !session.ok;
  if (!session.ok) return;
  const user = await session.json();
  token = user.token;
  find('user').textContent = `${user.id} of ${user.organisation}`;
  const [projects, names] = await Promise.all([send('GET', '/api/projects'), send('GET', '/api/labels')]);
  find('create').project.replaceChildren(...projects.map(({ id, name }) => new Option(name, '/api/projects/' + id)));
  for (const { id, name } of names) addLabel('/api/labels/' + id, name);
  // The response contains a cookie for the updates of this organisation.
  const issues = await send('GET', '/api/issues');
  for (const issue of issues.toReversed()) show(issue, '/api/issues/' + issue.id);
  updates = new EventSource('/.well-known/mercure?match_urlpattern=' + encodeURIComponent('/api/issues/:id'));
  updates.addEventListener('message', ({ data }) => {
    const issue = JSON.parse(data);
    show(issue, issue['@id']);
  });
}

function addLabel(iri, name) {
  labels.set(iri, name);
  const input = Object.assign(document.createElement('input'), { type: 'checkbox', name: 'labels', value: iri });
  const label = document.createElement('label');
  label.append(input, ` ${name}`);
  find('labels').append(label);
}

/** Shows an issue first in the list. Without a title it was deleted. */
function show(issue, iri) {
  document.querySelector(`[data-iri="${CSS.escape(iri)}"]`)?.remove();
  if (issue.title === undefined) return;
  const item = document.createElement('li');
  item.dataset.iri = iri;
  item.className = issue.state;
  const line = document.createElement('div');
  line.append(element('span', `#${issue.number}`, 'quiet'), element('b', issue.title));
  for (const label of issue.labels ?? []) line.append(element('span', labels.get(label) ?? label, 'pill'));
  line.append(element('span', issue.state, issue.state === 'open' ? 'good' : 'quiet'));
  item.append(line);
  find('issues').prepend(item);
}

function element(name, text, className = '') {
  return Object.assign(document.createElement(name), { textContent: text, className });
}

/** Sends JSON. Returns the body of the response, or shows its problem and returns nothing. */
async function send(method, path, body) {
  const headers = { Accept: 'application/json', 'X-CSRF-Token': token };
  if (body) headers['Content-Type'] = 'application/json';
  const response = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  setStatus('');
  showProfile(`${method} ${path}`, response);
  const text = await response.text();
  const data = text ? JSON.parse(text) : {};
  if (response.ok) return data;
  setStatus(data.errors?.[0]?.detail ?? data.detail);
  return undefined;
}

function setStatus(text) {
  find('status').textContent = text;
}

// In production, responses have no link to a profile.
function showProfile(line, { status, headers }) {
  const link = headers.get('X-Debug-Token-Link');
  find('profile').hidden = link === null;
  find('profile').href = link ?? '';
  find('profile').textContent = `Profile of ${line}: ${status}`;
}
