/** What happened to a published item. */
export type PublishedChange = 'changed' | 'deleted';

/**
 * Publishes the change of an item of a live resource that the operation does not publish by itself, once its changes are committed. The
 * host determines the topics, the fields and who may receive the update.
 *
 * @param resource the name of the resource
 * @param item the complete item after the change, or before it was deleted
 * @param change what happened to it. Default: `'changed'`, also for a new item
 * @throws {TypeError} (as a rejection) if the resource is not live, or the item is incomplete or of another tenant
 */
export type PublishItem = (resource: string, item: object, change?: PublishedChange) => Promise<void>;

/** How changes of a resource are published. */
export interface LiveDefinition<Item> {
  /**
   * Whether updates are private: only clients that can read the items receive them, with a token that responses of the
   * resource set. `false` is a configuration error if not all items are public.
   * @default `true` if not all items are public
   */
  readonly private?: boolean;
  /**
   * The data of an update: the current item, or only its IRI, so that clients read the item again and its access rules
   * apply. With `'iri'`, rules may depend on the item: clients receive updates of the items that they have read.
   * @default 'item'
   */
  readonly payload?: 'item' | 'iri';
  /**
   * Further topics of the updates of an item, besides its IRI. A token for any of them grants a private update.
   * @default none
   */
  readonly topics?: (item: Item) => string | readonly string[];
}
