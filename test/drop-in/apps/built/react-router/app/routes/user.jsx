export function loader({ params }) {
  return { id: params.id };
}

export default function User({ loaderData }) {
  return <h1>{loaderData.id}</h1>;
}
