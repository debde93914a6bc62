export { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
export { PrismaPg } from '@prisma/adapter-pg';
