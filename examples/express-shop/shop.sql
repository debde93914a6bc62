-- For SQLite and PostgreSQL.
create table if not exists products (
  id integer primary key,
  name text not null,
  price_cents integer not null
);

create table if not exists customers (
  id integer primary key,
  name text not null,
  address text
);

create table if not exists orders (
  id text primary key,
  customer_id integer not null references customers,
  -- In seconds since 1970.
  placed_at integer not null
);

create table if not exists order_items (
  order_id text not null references orders,
  product_id integer not null references products,
  quantity integer not null,
  primary key (order_id, product_id)
);

with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 100)
insert into products
select n, 'Mug no. ' || n, 890 + n * 10 from numbers where true
on conflict do nothing;

-- Every seventh customer has not entered an address yet.
with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 50)
insert into customers
select n, 'Customer ' || n, case when n % 7 > 0 then n || ' Harbour Street, Brest' end from numbers where true
on conflict do nothing;

with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 10000)
insert into orders
select 'order-' || n, 1 + n % 50, 1767225600 + n * 60 from numbers where true
on conflict do nothing;

with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < 29999)
insert into order_items
select 'order-' || (1 + n / 3), 1 + n % 100, 1 + n % 4 from numbers where true
on conflict do nothing;
