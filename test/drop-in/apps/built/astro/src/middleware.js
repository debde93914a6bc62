/** Logs in the user of a request. */
export function onRequest(context, next) {
  if (context.request.headers.get('authorization') === 'Bearer ada') context.locals.user = { id: 1, name: 'ada' };
  return next();
}
