import type { HarmlessCase } from './case.ts';

const form = 'application/x-www-form-urlencoded';

/** Written from public documentation, before the redactor was. */
export const harmlessCases: readonly HarmlessCase[] = [
  // JSON bodies: words that contain a secret word
  {
    from: 'OpenAI, usage of a completion',
    json: {
      usage: {
        prompt_tokens: 19,
        completion_tokens: 10,
        total_tokens: 29,
        completion_tokens_details: { reasoning_tokens: 7 },
      },
    },
    visible: ['19', '10', '29', '7'],
  },
  {
    from: 'Anthropic, usage',
    json: { usage: { input_tokens: 2095, output_tokens: 503, cache_read_input_tokens: 11 }, max_tokens: 1024 },
    visible: ['2095', '503', '11', '1024'],
  },
  {
    from: 'LLM proxy, budget',
    json: { tokens_used: 4711, token_limit: 9000, tokensPerMinute: 600 },
    visible: ['4711', '9000', '600'],
  },
  {
    from: 'Keycloak, realm settings',
    json: { passwordPolicy: 'length(8) and digits(2)', resetPasswordAllowed: true },
    visible: ['length(8) and digits(2)', 'true'],
  },
  {
    from: 'Blog post',
    json: { author: 'Ann Author', authority: 'W3C', authored_at: '2026-01-02' },
    visible: ['Ann Author', 'W3C', '2026-01-02'],
  },
  {
    from: 'Shop, product',
    json: { name: 'Keyboard', keyboard: 'ISO-DE', keyboardLayout: 'qwertz', monkey: 'capuchin' },
    visible: ['ISO-DE', 'qwertz', 'capuchin'],
  },
  {
    from: 'Airline, booking',
    json: { passenger: 'Ann', passengers: 3, passport_required: true, compass: 'NE', boarding_pass: 'gate B7' },
    visible: ['Ann', '3', 'true', 'NE', 'gate B7'],
  },
  {
    from: 'Analytics',
    json: { sessionsCount: 42, sessions: 311, session_duration: 87, sessionStartedAt: '2026-01-02T03:04:05Z' },
    visible: ['42', '311', '87', '2026-01-02T03:04:05Z'],
  },
  {
    from: 'OAuth 2, metadata of a token',
    json: { token_type: 'Bearer', expires_in: 3600, scope: 'openid email', token_endpoint: 'https://a.example/token' },
    visible: ['Bearer', '3600', 'openid email', 'https://a.example/token'],
  },
  {
    from: 'OpenID Connect discovery',
    json: {
      authorization_endpoint: 'https://a.example/authorize',
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      end_session_endpoint: 'https://a.example/logout',
    },
    visible: ['https://a.example/authorize', 'client_secret_basic', 'https://a.example/logout'],
  },
  {
    from: 'Auth0, client',
    json: {
      client_id: 'AaiyAPdpYdesoKnqjj8HJqRn4T5titww',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
    },
    visible: ['AaiyAPdpYdesoKnqjj8HJqRn4T5titww', 'none', 'authorization_code'],
  },
  {
    from: 'class-validator, messages',
    json: {
      statusCode: 422,
      message: ['password should not be empty', 'token must be a string'],
      error: 'Unprocessable Entity',
    },
    visible: ['password should not be empty', 'token must be a string', 'Unprocessable Entity'],
  },
  {
    from: 'Laravel, validation errors',
    json: {
      message: 'The given data was invalid.',
      errors: { password: ['The password field is required.'], token: ['This password reset token is invalid.'] },
    },
    visible: ['The password field is required.', 'This password reset token is invalid.'],
  },
  {
    from: 'NestJS boilerplate',
    json: { status: 422, errors: { password: 'incorrectPassword' } },
    visible: ['incorrectPassword'],
  },
  {
    from: 'Symfony, violations',
    json: { violations: [{ propertyPath: 'password', message: 'This value is too short.', code: '9ff3fdc4' }] },
    visible: ['This value is too short.', 'password', '9ff3fdc4'],
  },
  {
    from: 'Rails, model errors',
    json: { errors: { password_confirmation: ["doesn't match Password"], reset_password_token: ['has expired'] } },
    visible: ["doesn't match Password", 'has expired'],
  },
  {
    from: 'Django REST framework, errors',
    json: {
      errors: { new_password1: ['This password is too common.'] },
      non_field_errors: ['Unable to log in with provided credentials.'],
    },
    visible: ['This password is too common.', 'Unable to log in with provided credentials.'],
  },
  {
    from: 'zod, flattened errors',
    json: { formErrors: [], fieldErrors: { password: ['String must contain at least 8 character(s)'] } },
    visible: ['String must contain at least 8 character(s)'],
  },
  {
    from: 'ajv, errors',
    json: {
      errors: [
        {
          instancePath: '/password',
          keyword: 'minLength',
          params: { limit: 8 },
          message: 'must NOT have fewer than 8 characters',
        },
      ],
    },
    visible: ['/password', 'minLength', 'must NOT have fewer than 8 characters'],
  },
  {
    from: 'RFC 9457, problem details',
    json: { type: 'about:blank', title: 'Invalid token', status: 401, detail: 'The access token expired' },
    visible: ['Invalid token', 'The access token expired'],
  },
  {
    from: 'OAuth 2, error response',
    json: { error: 'invalid_grant', error_description: 'The refresh token is invalid.' },
    visible: ['invalid_grant', 'The refresh token is invalid.'],
  },
  {
    from: 'Stripe, error',
    json: {
      error: {
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        type: 'card_error',
        message: 'Your card was declined.',
      },
    },
    visible: ['card_declined', 'insufficient_funds', 'Your card was declined.'],
  },
  {
    from: 'GraphQL, error',
    json: {
      errors: [{ message: 'Wrong password', path: ['signIn'], extensions: { code: 'UNAUTHENTICATED' } }],
      data: null,
    },
    visible: ['Wrong password', 'signIn', 'UNAUTHENTICATED'],
  },
  {
    from: 'Country and currency',
    json: { code: 'FR', country_code: 'FR', currency_code: 'EUR', zip_code: '75001', status_code: 200 },
    visible: ['FR', 'EUR', '75001', '200'],
  },
  { from: 'Coupon', json: { code: 'SUMMER10', discount: 10 }, visible: ['SUMMER10'] },
  { from: 'Translation keys', json: { key: 'home.title', value: 'Welcome' }, visible: ['home.title', 'Welcome'] },
  {
    from: 'S3, object list',
    json: { Contents: [{ Key: 'photos/2026/a.png', Size: 431 }], KeyCount: 1, MaxKeys: 1000, PrimaryKey: 'id' },
    visible: ['photos/2026/a.png', '431', '1000', 'id'],
  },
  {
    from: 'Jira, issue',
    json: { key: 'PROJ-123', fields: { summary: 'Login fails' } },
    visible: ['PROJ-123', 'Login fails'],
  },
  {
    from: 'Git, commit',
    json: { sha: '7fd1a60b01f91b314f59955a4e4d4e80d8edf11d', tree_hash: 'abc1', commit_hash: 'def2' },
    visible: ['7fd1a60b01f91b314f59955a4e4d4e80d8edf11d', 'abc1', 'def2'],
  },
  {
    from: 'File with a digest',
    json: { file: 'a.zip', hash: 'd41d8cd98f00b204e9800998ecf8427e', size: 7 },
    visible: ['d41d8cd98f00b204e9800998ecf8427e'],
  },
  {
    from: 'UUIDs',
    json: { id: '550e8400-e29b-41d4-a716-446655440000', requestId: 'b7e23ec2-9af2-4c1f-9b36-8ab0a0b0c0d0' },
    visible: ['550e8400-e29b-41d4-a716-446655440000', 'b7e23ec2-9af2-4c1f-9b36-8ab0a0b0c0d0'],
  },
  {
    from: 'Cooking',
    json: { title: 'Secret of the perfect crust', ingredient: 'salt', salted: true, hashBrowns: 2 },
    visible: ['Secret of the perfect crust', 'salt', 'true', '2'],
  },
  {
    from: 'Door access control',
    json: { access: 'granted', accessLevel: 'admin', lastAccess: '2026-01-02', accessible: true },
    visible: ['granted', 'admin', '2026-01-02', 'true'],
  },
  {
    from: 'Refresh interval',
    json: { refresh: 30, refreshInterval: 5, refresh_rate: 60, autoRefresh: true },
    visible: ['30', '5', '60', 'true'],
  },
  { from: 'Conference', json: { session: 'keynote', speaker: 'Ann', room: 'A1' }, visible: ['keynote', 'Ann', 'A1'] },
  {
    from: 'User settings',
    json: {
      hasPassword: true,
      passwordChangedAt: '2026-02-03',
      password_expires_in_days: 90,
      isSecretSanta: false,
      mfaEnabled: true,
    },
    visible: ['true', '2026-02-03', '90', 'false'],
  },
  {
    from: 'Test report',
    json: { pass: 12, fail: 3, passed: 12, pass_rate: 0.8, bypass: 'none' },
    visible: ['12', '3', '0.8', 'none'],
  },
  {
    from: 'Map pin',
    json: { pin: { lat: 48.85, lng: 2.35 }, pinned: true, pins: 3, spinner: 'dots' },
    visible: ['48.85', '2.35', 'true', 'dots'],
  },
  {
    from: 'Postal address',
    json: { street: 'Token Street 4', city: 'Passau', state: 'Bavaria' },
    visible: ['Token Street 4', 'Passau', 'Bavaria'],
  },
  {
    from: 'Design tokens',
    json: { designTokens: { spacing: '4px' }, tokens: ['primary', 'secondary'] },
    visible: ['4px', 'primary', 'secondary'],
  },
  { from: 'NLP tokenizer', json: { tokenizer: 'bpe', tokenized: true, tokenCount: 5 }, visible: ['bpe', 'true', '5'] },
  {
    from: 'WebAuthn, options',
    json: {
      rp: { name: 'Example' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      publicKey: 'MFkwEwYH',
      timeout: 60000,
    },
    visible: ['public-key', 'MFkwEwYH', '60000'],
  },
  {
    from: 'JWKS',
    json: { keys: [{ kty: 'RSA', kid: 'k-2026', use: 'sig', n: '0vx7agoebGcQ', e: 'AQAB' }] },
    visible: ['RSA', 'k-2026', 'sig', '0vx7agoebGcQ', 'AQAB'],
  },
  {
    from: 'Stripe, publishable key',
    json: { publishableKey: 'pk_test_TYooMQauvdEDq54NiTphI7jx' },
    visible: ['pk_test_TYooMQauvdEDq54NiTphI7jx'],
  },
  {
    from: 'Sorting',
    json: {
      sortKey: 'name',
      foreign_key: 'author_id',
      primaryKey: 'id',
      keyPath: 'a.b',
      cacheKey: 'users:7',
      idempotency_key: 'order-7',
    },
    visible: ['name', 'author_id', 'a.b', 'users:7', 'order-7'],
  },
  {
    from: 'OpenAPI schema',
    json: {
      properties: { password: { type: 'string', minLength: 8, description: 'The new password' } },
      required: ['password'],
    },
    visible: ['string', '8', 'The new password'],
  },
  {
    from: 'Form description',
    json: { fields: [{ name: 'password', type: 'password', label: 'Password', required: true }] },
    visible: ['Password', 'true'],
  },
  {
    from: 'Null and empty',
    json: { password: null, token: '', sessionToken: false },
    visible: ['null', '""', 'false'],
  },
  {
    from: 'Signature of a contract',
    json: { signatureRequired: true, signedBy: 'Ann', signature_date: '2026-03-04' },
    visible: ['true', 'Ann', '2026-03-04'],
  },
  {
    from: 'GraphQL, query text',
    json: { query: 'query Me { me { id passwordUpdatedAt apiKeys { id name } } }', operationName: 'Me' },
    visible: ['passwordUpdatedAt apiKeys { id name }', 'Me'],
  },
  {
    from: 'GraphQL, declared variables',
    json: { query: 'mutation M($token: String!) { verify(token: $token) { ok } }', variables: { limit: 3 } },
    visible: ['($token: String!)', 'token: $token', '3'],
  },
  {
    from: 'Feature flags',
    json: { flags: { 'new-login': true, 'token-refresh-ui': 'on' } },
    visible: ['true', '"on"'],
  },
  { from: 'JSON in JSON', json: { payload: '{"author":"Ann","tokens_used":5}' }, visible: ['Ann', 'tokens_used', '5'] },
  {
    from: 'Words of the language',
    json: { tokenRing: 'IEEE 802.5', secretary: 'Bob', keystone: 'arch', passive: true, credentialed: 'no' },
    visible: ['IEEE 802.5', 'Bob', 'arch', 'true', 'no'],
  },
  {
    from: 'Bitcoin wallet',
    json: {
      token_symbol: 'ETH',
      tokenId: 17,
      tokenName: 'Ether',
      contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    },
    visible: ['ETH', '17', 'Ether', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  },
  {
    from: 'Stripe, list',
    json: { object: 'list', url: '/v1/customers', has_more: false, data: [{ id: 'cus_NffrFeUfNV2Hib' }] },
    visible: ['cus_NffrFeUfNV2Hib', '/v1/customers'],
  },
  {
    from: 'Phone and card brand',
    json: { phone: '+33 1 23 45 67 89', card: { brand: 'visa', last4: '4242', exp_year: 2030 } },
    visible: ['+33 1 23 45 67 89', 'visa', '4242', '2030'],
  },
  {
    from: 'Base64 thumbnail',
    json: { thumbnail: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ' },
    visible: ['iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'],
  },
  // Documents of references
  {
    from: 'SvelteKit, page data',
    json: { type: 'data', nodes: [{ type: 'data', data: [{ post: 1 }, { title: 2, author: 3 }, 'Hello', 'Ann'] }] },
    visible: ['Hello', 'Ann'],
  },
  {
    from: 'React Router, single fetch',
    body: '[{"_1":2},"routes/posts",{"_3":4},"data",{"_5":6},"title","First post"]\n',
    type: 'text/x-script',
    visible: ['routes/posts', 'First post'],
  },
  {
    from: 'Nuxt, payload',
    json: [['Reactive', 1], { title: 2, tokens_used: 3 }, 'Home page', 12],
    visible: ['Home page', '12'],
  },
  // Forms
  {
    from: 'Search form',
    body: 'q=forgot+password&page=2&sort=author',
    type: form,
    visible: ['q=forgot+password', 'page=2', 'sort=author'],
  },
  {
    from: 'OAuth 2, token request',
    body: 'grant_type=refresh_token&client_id=web&scope=openid',
    type: form,
    visible: ['grant_type=refresh_token', 'client_id=web', 'scope=openid'],
  },
  {
    from: 'Rails, nested form',
    body: 'utf8=%E2%9C%93&post%5Btitle%5D=Hello&post%5Bauthor_id%5D=3',
    type: form,
    visible: ['Hello', 'author_id%5D=3'],
  },
  {
    from: 'Address form',
    body: 'zip_code=75001&country_code=FR&state=Paris',
    type: form,
    visible: ['75001', 'FR', 'Paris'],
  },
  {
    from: 'Multipart, a file',
    body: '--b1\r\nContent-Disposition: form-data; name="file"; filename="passwords.txt"\r\nContent-Type: text/plain\r\n\r\nnotes of today\r\n--b1--\r\n',
    type: 'multipart/form-data; boundary=b1',
    visible: ['passwords.txt', 'notes of today'],
  },
  {
    from: 'Multipart, a field',
    body: '--b1\r\nContent-Disposition: form-data; name="author"\r\n\r\nAnn Author\r\n--b1--\r\n',
    type: 'multipart/form-data; boundary=b1',
    visible: ['Ann Author'],
  },
  // Headers
  {
    from: 'Content headers',
    headers: {
      'content-type': 'application/json',
      etag: 'W/"33a64df551425fcc55e4d42a148795d9"',
      'x-request-id': '7b1d6d3e',
    },
    visible: ['application/json', '33a64df551425fcc55e4d42a148795d9', '7b1d6d3e'],
  },
  {
    from: 'CORS',
    headers: {
      'access-control-allow-origin': 'https://a.example',
      'access-control-allow-headers': 'authorization, x-api-key',
    },
    visible: ['https://a.example', 'authorization, x-api-key'],
  },
  {
    from: 'Rate limits',
    headers: { 'x-ratelimit-remaining-tokens': '149984', 'ratelimit-limit': '100' },
    visible: ['149984', '100'],
  },
  {
    from: 'Challenge',
    headers: { 'www-authenticate': 'Bearer realm="api", error="invalid_token"' },
    visible: ['Bearer realm="api", error="invalid_token"'],
  },
  {
    from: 'Cache and security headers',
    headers: {
      'cache-control': 'private, max-age=0',
      'content-security-policy': "default-src 'self'",
      'strict-transport-security': 'max-age=31536000',
    },
    visible: ['private, max-age=0', "default-src 'self'", '31536000'],
  },
  {
    from: 'Trace context',
    headers: {
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
    visible: ['4bf92f3577b34da6a3ce929d0e0e4736'],
  },
  {
    from: 'Idempotency and surrogate keys',
    headers: { 'idempotency-key': 'order-7-try-1', 'surrogate-key': 'post-7 list', 'x-cache-key': '/posts/7' },
    visible: ['order-7-try-1', 'post-7 list', '/posts/7'],
  },
  {
    from: 'User agent and language',
    headers: { 'user-agent': 'PassengerBot/1.0 (token ring)', 'accept-language': 'fr-FR' },
    visible: ['PassengerBot/1.0 (token ring)', 'fr-FR'],
  },
  // URLs
  {
    from: 'Conference programme',
    url: '/programme?session=keynote&author=ann',
    visible: ['session=keynote', 'author=ann'],
  },
  { from: 'Search for a word', url: '/search?q=password+reset&page=2', visible: ['q=password+reset', 'page=2'] },
  {
    from: 'Pagination',
    url: '/posts?page_token_type=cursor&limit=20&sort=-created_at',
    visible: ['limit=20', '-created_at'],
  },
  {
    from: 'List of orders',
    url: '/orders?status_code=200&country_code=FR&code=FR',
    visible: ['status_code=200', 'country_code=FR'],
  },
  {
    from: 'UUID in a path',
    url: '/users/550e8400-e29b-41d4-a716-446655440000/posts',
    route: '/users/:id/posts',
    visible: ['550e8400-e29b-41d4-a716-446655440000'],
  },
  { from: 'MongoDB ObjectId in a path', url: '/posts/507f1f77bcf86cd799439011', visible: ['507f1f77bcf86cd799439011'] },
  {
    from: 'Slug',
    url: '/blog/how-to-reset-your-password-in-2026',
    route: '/blog/:slug',
    visible: ['how-to-reset-your-password-in-2026'],
  },
  {
    from: 'Commit in a path',
    url: '/repos/a/b/commits/7fd1a60b01f91b314f59955a4e4d4e80d8edf11d',
    visible: ['7fd1a60b01f91b314f59955a4e4d4e80d8edf11d'],
  },
  {
    from: 'Build asset',
    url: '/_next/static/chunks/pages/index-5f1e1c0f5a1b2c3d.js',
    visible: ['index-5f1e1c0f5a1b2c3d.js'],
  },
  { from: 'Asset of Vite', url: '/assets/index-DiwrgTda.css', visible: ['index-DiwrgTda.css'] },
  { from: 'Action of a resource', url: '/password/forgot', visible: ['/password/forgot'] },
  { from: 'Pages of accounts', url: '/reset-password/success', visible: ['/reset-password/success'] },
  {
    from: 'Listing of tokens',
    url: '/api/tokens/7/edit',
    route: '/api/tokens/:id/edit',
    visible: ['/api/tokens/7/edit'],
  },
  { from: 'Numeric session', url: '/sessions/42/speakers', visible: ['/sessions/42/speakers'] },
  {
    from: 'Sign-in page',
    url: '/api/auth/callback/github?error=access_denied',
    visible: ['/api/auth/callback/github', 'access_denied'],
  },
  { from: 'YouTube', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42', visible: ['dQw4w9WgXcQ', 't=42'] },
  {
    from: 'npm package',
    url: 'https://registry.example.com/jsonwebtoken/-/jsonwebtoken-9.0.2.tgz',
    visible: ['jsonwebtoken-9.0.2.tgz'],
  },
  // SQL
  {
    from: 'TypeORM, a join',
    sql: 'SELECT "User"."id" AS "User_id", "User__tokens"."provider" AS "User__tokens_provider" FROM "user" "User" LEFT JOIN "token" "User__tokens" ON "User__tokens"."userId"="User"."id" WHERE ("User"."id" = $1)',
    parameters: [7],
    dialect: 'postgresql',
    visible: ['"User__tokens"."provider"', '"User__tokens"."userId"', '7'],
  },
  {
    from: 'TypeORM, selected secrets',
    sql: 'SELECT "Session"."id", "Session"."token", "Session"."hash" FROM "session" "Session" WHERE "Session"."userId" = $1',
    parameters: [99],
    dialect: 'postgresql',
    visible: ['"Session"."token"', '"Session"."hash"', '99'],
  },
  {
    from: 'Sequelize, select',
    sql: "SELECT `id`, `password`, `createdAt` FROM `users` AS `User` WHERE `User`.`email` = 'ann@example.com' LIMIT 1",
    dialect: 'mysql',
    visible: ['`password`', 'ann@example.com', 'LIMIT 1'],
  },
  {
    from: 'Prisma, select',
    sql: 'SELECT "public"."User"."id", "public"."User"."passwordHash" FROM "public"."User" WHERE "public"."User"."email" = $1 OFFSET $2',
    parameters: ['ann@example.com', 0],
    dialect: 'postgresql',
    visible: ['"passwordHash"', 'ann@example.com'],
  },
  {
    from: 'Create a table',
    sql: 'CREATE TABLE users (id serial PRIMARY KEY, password varchar(255) NOT NULL, token text DEFAULT NULL)',
    dialect: 'postgresql',
    visible: ['varchar(255)', 'PRIMARY KEY', 'DEFAULT NULL'],
  },
  {
    from: 'Insert a post',
    sql: 'INSERT INTO posts (title, author, key_visual) VALUES ($1, $2, $3)',
    parameters: ['Hello', 'Ann', 'sunset.jpg'],
    dialect: 'postgresql',
    visible: ['Hello', 'Ann', 'sunset.jpg'],
  },
  {
    from: 'Translations',
    sql: "SELECT value FROM translations WHERE `key` = 'home.title'",
    dialect: 'mysql',
    visible: ['home.title'],
  },
  {
    from: 'Token counts',
    sql: 'UPDATE usage SET tokens_used = tokens_used + ?, sessions_count = ? WHERE user_id = ?',
    parameters: [512, 9, 44],
    dialect: 'sqlite',
    visible: ['512', '9', '44'],
  },
  {
    from: 'Full text search',
    sql: "SELECT * FROM posts WHERE body ILIKE '%password%'",
    dialect: 'postgresql',
    visible: ['%password%'],
  },
  {
    from: 'Check for null',
    sql: 'SELECT id FROM users WHERE reset_token IS NOT NULL AND password IS NULL',
    dialect: 'postgresql',
    visible: ['reset_token IS NOT NULL AND password IS NULL'],
  },
  {
    from: 'Expiry of sessions',
    sql: 'DELETE FROM sessions WHERE expires_at < $1',
    parameters: ['2026-01-01T00:00:00Z'],
    dialect: 'postgresql',
    visible: ['2026-01-01T00:00:00Z'],
  },
  // Redis and MongoDB
  { from: 'Redis, counter', redis: ['INCRBY', 'tokens_used:7', '512'], visible: ['tokens_used:7', '512'] },
  {
    from: 'Redis, cache',
    redis: ['SET', 'post:7', '{"title":"Hello","author":"Ann"}', 'EX', '60'],
    visible: ['SET post:7'],
  },
  { from: 'Redis, hash of a post', redis: ['HGET', 'post:7', 'author'], visible: ['post:7 author'] },
  {
    from: 'MongoDB, find',
    mongodb: { find: 'posts', filter: { author: 'Ann', tokens_used: { $gt: 5 } }, sort: { _id: -1 } },
    visible: ['Ann', '5'],
  },
  {
    from: 'MongoDB, projection',
    mongodb: { find: 'users', filter: { email: 'ann@example.com' }, projection: { password: 0, salt: 0 } },
    visible: ['ann@example.com'],
  },
  // Errors and logs
  {
    from: 'TypeError',
    error: { message: "Cannot read properties of undefined (reading 'token')" },
    visible: ["reading 'token'"],
  },
  {
    from: 'jsonwebtoken',
    error: { name: 'TokenExpiredError', message: 'jwt expired', expiredAt: '2026-01-01' },
    visible: ['TokenExpiredError', 'jwt expired', '2026-01-01'],
  },
  {
    from: 'pg, not-null violation',
    error: {
      message: 'null value in column "password" of relation "users" violates not-null constraint',
      column: 'password',
      table: 'users',
    },
    visible: ['column "password" of relation "users"', 'violates not-null constraint'],
  },
  {
    from: 'MongoDB, authentication',
    error: { message: 'Authentication failed.', code: 18, codeName: 'AuthenticationFailed' },
    visible: ['Authentication failed.', '18', 'AuthenticationFailed'],
  },
  {
    from: 'Prisma, known error',
    error: { code: 'P2002', meta: { target: ['token'] }, message: 'Unique constraint failed on the fields: (`token`)' },
    visible: ['P2002', 'Unique constraint failed on the fields: (`token`)'],
  },
  { from: 'Test runner', text: 'tests 15 pass: 12 fail: 3 skipped: 0', visible: ['pass: 12 fail: 3'] },
  {
    from: 'Sentence of a person',
    text: 'The password is required; the token must not be empty.',
    visible: ['The password is required; the token must not be empty.'],
  },
  {
    from: 'Log of a login',
    text: 'user ann signed in with password, session lasts 3600 s',
    visible: ['user ann signed in with password, session lasts 3600 s'],
  },
  {
    from: 'Log of a language model',
    text: 'completion done tokens=512 reasoning_tokens: 12 cost=0.02',
    visible: ['tokens=512', 'reasoning_tokens: 12', 'cost=0.02'],
  },
  {
    from: 'pino, fields',
    log: { message: 'done', tokens_used: 77, author: 'Ann', keyCount: 6 },
    visible: ['77', 'Ann', '6'],
  },
  {
    from: 'console.log of an object',
    text: "post { author: 'Ann', keyboard: 'ISO', sessionsCount: 4 }",
    visible: ["author: 'Ann'", "keyboard: 'ISO'", 'sessionsCount: 4'],
  },
  {
    from: 'A stack frame',
    text: 'at verifyToken (/app/src/auth/token.ts:12:7)',
    visible: ['at verifyToken (/app/src/auth/token.ts:12:7)'],
  },
  {
    from: 'Source code in a log',
    text: 'const token = await readToken(request); if (!password) return null;',
    visible: ['const token = await readToken(request)', 'if (!password) return null'],
  },
  // Text bodies
  {
    from: 'HTML, login page',
    body: '<form><label for="password">Password:</label><input id="password" name="password" type="password" placeholder="Your password"></form><p>Forgot your password?</p>',
    type: 'text/html',
    visible: ['<label for="password">Password:</label>', 'placeholder="Your password"', 'Forgot your password?'],
  },
  {
    from: 'CSV, posts',
    body: 'id,title,author\n1,Hello,Ann\n2,Token rings,Bob\n',
    type: 'text/csv',
    visible: ['1,Hello,Ann', '2,Token rings,Bob'],
  },
  {
    from: 'XML, feed',
    body: '<feed><title>Passwords of the past</title><author><name>Ann</name></author></feed>',
    type: 'application/atom+xml',
    visible: ['Passwords of the past', '<name>Ann</name>'],
  },
  {
    from: 'YAML, OpenAPI',
    body: 'properties:\n  password:\n    type: string\n    minLength: 8\n',
    type: 'application/yaml',
    visible: ['type: string', 'minLength: 8'],
  },
  {
    from: 'Markdown',
    body: '# Password policy\n\nTokens expire after **15 minutes**. Keys: see below.\n',
    type: 'text/markdown',
    visible: ['Tokens expire after **15 minutes**. Keys: see below.'],
  },
];
