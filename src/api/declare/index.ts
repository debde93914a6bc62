/** What applications declare resources with. It loads nothing of what runs them: that comes with the first host that has some. */
export { filter } from '../filters/filter.ts';
export { memoryStore } from '../stores/memory-store.ts';
export { resource } from '../definition/resource.ts';
export { rows } from '../filters/rows.ts';
