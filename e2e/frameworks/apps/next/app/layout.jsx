import Link from 'next/link'

export default function Layout({ children }) {
  return (
    <html lang="en">
      <head>
        <link rel="icon" href="data:," />
      </head>
      <body>
        <nav>
          <Link href="/">Ideas</Link> <Link href="/about">About</Link>
        </nav>
        {children}
      </body>
    </html>
  )
}
