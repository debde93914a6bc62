/** The calendar of the clinic: a column for each practitioner, which changes as others book. */
const find = (id) => document.getElementById(id);
const form = document.querySelector('dialog form');
const appointments = new Map();
const names = { rooms: new Map(), practitioners: new Map(), patients: new Map() };
const day = new Date(new Date().setHours(0, 0, 0, 0));
const [FIRST_HOUR, HOURS] = [8, 10];
let token = '';
let selected;
let tag;

for (const button of document.querySelectorAll('#login button'))
  button.addEventListener('click', async () => {
    const [username, password] = button.value.split(' ');
    if (await send('POST', '/login', { username, password })) await open();
  });
find('logout').addEventListener('click', async () => {
  await send('POST', '/logout');
  location.reload();
});
find('previous').addEventListener('click', () => showDay(-1));
find('next').addEventListener('click', () => showDay(1));
find('book').addEventListener('click', () => edit());
find('dialog').addEventListener('close', ({ target }) => perform(target.returnValue));
await open();

async function open() {
  const session = await fetch('/session');
  find('login').hidden = session.ok;
  find('app').hidden = find('logout').hidden = !session.ok;
  if (!session.ok) return;
  const user = await session.json();
  token = user.token;
  find('user').textContent = user.id;
  for (const name of ['book', 'save', 'cancel']) find(name).disabled = user.roles.includes('staff');
  for (const [path, list] of Object.entries(names)) {
    for (const { id, name } of await send('GET', `/api/${path}`)) list.set(`/api/${path}/${id}`, name);
    form[path.slice(0, -1)].replaceChildren(...[...list].map(([iri, name]) => new Option(name, iri)));
  }
  await showDay(0);
  // The response to the list has a cookie for the updates.
  const topics = encodeURIComponent('/api/appointments/:id');
  const updates = new EventSource(`/.well-known/mercure?match_urlpattern=${topics}`);
  updates.addEventListener('message', ({ data }) => show(JSON.parse(data)));
}

async function showDay(days) {
  day.setDate(day.getDate() + days);
  find('day').textContent = day.toLocaleDateString('en', { weekday: 'short', day: 'numeric', month: 'short' });
  const end = new Date(new Date(day).setDate(day.getDate() + 1));
  appointments.clear();
  const query = `startsAt[after]=${day.toISOString()}&startsAt[strictly_before]=${end.toISOString()}`;
  show(...((await send('GET', `/api/appointments?${query}`)) ?? []));
}

/** Shows appointments that are new or have changed. */
function show(...changed) {
  for (const appointment of changed) appointments.set(appointment.id, appointment);
  const shown = [...appointments.values()]
    .filter(({ state, startsAt }) => state !== 'cancelled' && new Date(startsAt).toDateString() === day.toDateString())
    .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt));
  const hours = element('div', 'hours quiet');
  for (let hour = 0; hour < HOURS; hour++) {
    const label = element('span', 'timed', `${FIRST_HOUR + hour}:00`);
    label.style.setProperty('--start', hour * 60);
    hours.append(label);
  }
  const columns = [...names.practitioners].map(([iri, name]) => {
    const column = element('section', 'column');
    const listed = shown.filter(({ practitioner }) => practitioner === iri);
    column.append(element('h2', '', name), ...listed.map(drawAppointment));
    return column;
  });
  find('calendar').replaceChildren(hours, ...columns);
}

function drawAppointment(appointment) {
  const { startsAt, patient, room, state } = appointment;
  const start = new Date(startsAt);
  const button = element('button', `timed appointment ${state}`);
  button.style.setProperty('--start', (start.getHours() - FIRST_HOUR) * 60 + start.getMinutes());
  button.style.setProperty('--length', lengthOf(appointment));
  button.append(element('b', '', `${timeOf(start)} ${names.patients.get(patient) ?? 'New patient'}`));
  button.append(element('div', '', `${names.rooms.get(room)}${state === 'arrived' ? ', arrived' : ''}`));
  button.addEventListener('click', () => edit(appointment));
  return button;
}

/** Opens the dialog for an appointment, or for a new one. */
async function edit(appointment) {
  selected = appointment;
  find('title').textContent = appointment ? 'Appointment' : 'New appointment';
  for (const name of ['patient', 'practitioner', 'room', 'fee']) {
    if (appointment) form[name].value = appointment[name];
    form[name].disabled = appointment !== undefined;
  }
  if (appointment) form.start.value = timeOf(new Date(appointment.startsAt));
  if (appointment) form.minutes.value = lengthOf(appointment);
  for (const name of ['check-in', 'cancel']) find(name).hidden = appointment?.state !== 'booked';
  tag = appointment && (await fetch(`/api/appointments/${appointment.id}`)).headers.get('ETag');
  find('dialog').returnValue = '';
  find('dialog').showModal();
}

async function perform(action) {
  if (action === '') return;
  const start = new Date(new Date(day).setHours(...form.start.value.split(':')));
  const end = new Date(start.getTime() + form.minutes.value * 60_000);
  const times = { startsAt: start.toISOString(), endsAt: end.toISOString() };
  const path = `/api/appointments${selected ? `/${selected.id}/${action === 'save' ? 'reschedule' : action}` : ''}`;
  // The form has no values of disabled fields. If another user has changed the appointment meanwhile, the response is 412.
  const { start: _, minutes: __, ...values } = Object.fromEntries(new FormData(form));
  const changed = await send('POST', path, action === 'save' ? { ...values, ...times } : undefined, tag);
  if (changed) show(changed);
}

/** Sends a request, and shows the problem of its response. */
async function send(method, path, body, expectedTag) {
  const headers = method === 'GET' ? {} : { 'X-CSRF-Token': token };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (expectedTag) headers['If-Match'] = expectedTag;
  const response = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  const content = response.status === 204 ? {} : await response.json();
  find('status').textContent = response.ok ? '' : (content.errors?.[0]?.detail ?? content.detail ?? content.title);
  return response.ok ? content : undefined;
}

const timeOf = (date) => date.toTimeString().slice(0, 5);
const lengthOf = ({ startsAt, endsAt }) => (new Date(endsAt) - new Date(startsAt)) / 60_000;
const element = (name, className, textContent = '') =>
  Object.assign(document.createElement(name), { className, textContent });
