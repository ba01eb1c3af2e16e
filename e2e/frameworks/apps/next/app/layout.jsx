import Link from 'next/link'

export const metadata = { icons: 'data:,' }

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <nav>
          <Link href="/">Ideas</Link> <Link href="/about">About</Link>
        </nav>
        {children}
      </body>
    </html>
  )
}
