import { prefix, route } from '@react-router/dev/routes';

export default [route('users/:id', 'routes/user.jsx'), ...prefix('api', [route('items/:item', 'routes/item.js')])];
