/**
 * Publishes at a steady rate inside the server, so that only the broadcast is measured. Each update contains its time.
 * @param url `/publish?rate=100&seconds=30`
 */
export function publishPaced(url: string, publish: (id: string, data: string) => void): void {
  const query = new URL(url, 'http://localhost').searchParams;
  const rate = Number(query.get('rate'));
  const total = rate * Number(query.get('seconds'));
  const started = Date.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.min(total, Math.floor(((Date.now() - started) / 1000) * rate) + 1);
    while (sent < due) {
      sent++;
      publish(`urn:x:${sent}`, JSON.stringify({ at: Date.now(), number: sent, text: 'x'.repeat(100) }));
    }
    if (sent >= total) clearInterval(timer);
  }, 1000 / rate);
}
