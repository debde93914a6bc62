import { Outlet } from 'react-router';

export default function App() {
  return (
    <html>
      <body>
        <Outlet />
      </body>
    </html>
  );
}
