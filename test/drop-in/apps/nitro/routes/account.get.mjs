export default (event) => event.context.user ?? null;
