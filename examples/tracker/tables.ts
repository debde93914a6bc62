import type { Kysely } from 'kysely';

/** The tables of the tracker, which migrations.ts creates. Times are ISO 8601 in UTC. */
export interface TrackerTables {
  organisations: { id: string; name: string };
  users: UserTable;
  api_keys: { id: string; hash: string; user_id: string };
  projects: ProjectTable;
  labels: { id: string; organisation: string; name: string };
  issues: IssueTable;
  issue_labels: { issue_id: string; label_id: string };
  comments: CommentTable;
  attachments: AttachmentTable;
  webhooks: WebhookTable;
  deliveries: DeliveryTable;
}

export interface UserTable {
  /** The name that the user enters to log in. */
  id: string;
  organisation: string;
  name: string;
  /** A JSON list. */
  roles: string;
  /** An argon2id hash. */
  password: string;
}

export interface ProjectTable {
  id: string;
  organisation: string;
  name: string;
  /** The number of its newest issue. */
  last_number: number;
}

export interface IssueTable {
  id: string;
  organisation: string;
  project: string;
  /** Counted from 1 in each project. */
  number: number;
  title: string;
  text: string;
  state: 'open' | 'closed';
  assignee: string | null;
  created_by: string;
  updated_at: string;
}

export interface CommentTable {
  id: string;
  organisation: string;
  issue: string;
  text: string;
  created_by: string;
  created_at: string;
}

export interface AttachmentTable {
  /** Also the name of the file in the folder of uploads. */
  id: string;
  organisation: string;
  issue: string;
  name: string;
  type: string;
  size: number;
  created_by: string;
}

export interface WebhookTable {
  id: string;
  organisation: string;
  url: string;
  /** Signs the deliveries. */
  secret: string;
}

/** The outbox: requests that are still to be sent. */
export interface DeliveryTable {
  id: string;
  webhook: string;
  body: string;
  attempts: number;
  /** Milliseconds since 1970. A process that sends the delivery sets it to a later time, so that no other one sends it. */
  due_at: number;
}

export type TrackerDatabase = Kysely<TrackerTables>;
