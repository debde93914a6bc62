/** Logs in the user of a request. */
export async function handle({ event, resolve }) {
  if (event.request.headers.get('authorization') === 'Bearer ada') event.locals.user = { id: 1, name: 'ada' };
  return await resolve(event);
}
