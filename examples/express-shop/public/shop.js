/** The page of the shop: each button sends a request, and the response is shown with a link to its profile. */
const result = document.querySelector('.result');
const [title, status, details, profile, content] = ['h2', '.pill', '.quiet', 'a', 'pre'].map((name) =>
  result.querySelector(name),
);

for (const button of document.querySelectorAll('button'))
  button.addEventListener('click', async () => {
    const [method, path] = button.value.split(' ');
    const { body } = button.dataset;
    const begin = performance.now();
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const response = await fetch(path, { method, headers, body });
    const text = await response.text();
    const duration = Math.round(performance.now() - begin);
    document.querySelector('.card[aria-current]')?.removeAttribute('aria-current');
    button.closest('.card').setAttribute('aria-current', 'true');
    title.textContent = button.value;
    status.textContent = `${response.status} ${response.statusText}`;
    status.className = `pill ${response.ok ? 'good' : 'bad'}`;
    details.textContent = `${duration} ms, ${text.length} characters`;
    content.textContent = format(text, response.headers.get('Content-Type') ?? '').slice(0, 5_000);
    showProfile(response.headers.get('X-Debug-Token-Link'));
    result.hidden = false;
    result.scrollIntoView({ block: 'nearest' });
  });

function format(text, type) {
  return type.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
}

// Without the profiler, responses have no link.
function showProfile(link) {
  const all = document.getElementById('profiler');
  profile.hidden = all.hidden = link === null;
  if (link === null) return;
  profile.href = link;
  all.href = new URL('.', link).href;
}
