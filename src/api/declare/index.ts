/** What applications declare resources with. It loads nothing of what runs them: that comes with the first host that has some. */
export { filter } from '../filter.ts';
export { memoryStore } from '../memory-store.ts';
export { resource } from '../resource.ts';
export { rows } from '../rows.ts';
