import { memoryStore } from './memory-store.ts';
import { CONTENT, bindStores } from './resource-store-fixtures.contract.ts';
import { resourceStoreContract } from './resource-store.contract.ts';

resourceStoreContract('memoryStore', {
  constraints: false,
  open: async () => {
    const { authors, books, seats, papers } = CONTENT;
    const stores = {
      authors: memoryStore(authors),
      books: memoryStore(books),
      seats: memoryStore(seats),
      papers: memoryStore(papers),
    };
    bindStores(stores);
    return stores;
  },
});
