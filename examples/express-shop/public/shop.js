const output = document.querySelector('output');
const result = document.querySelector('pre');

for (const button of document.querySelectorAll('button'))
  button.addEventListener('click', async () => {
    const [method, path] = button.value.split(' ');
    const order = { customerId: 1, productId: 1, quantity: 2 };
    const response = await fetch(path, {
      method,
      ...(method === 'POST' && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(order) }),
    });
    result.hidden = false;
    result.textContent = (await response.text()).slice(0, 5_000);
    output.textContent = `${method} ${path}: ${response.status} `;
    const link = document.createElement('a');
    link.href = response.headers.get('X-Debug-Token-Link') ?? '';
    link.textContent = 'profile';
    link.target = '_blank';
    if (link.getAttribute('href')) output.append(link);
  });
