export default (event) => ({ id: event.context.params.id });
