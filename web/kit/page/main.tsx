// All parts of the kit in all their states, for `npx vite` at /kit.html and for tests: the server does not serve it.
// Does not belong here: anything that the dashboard uses.

import '../base.css'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'

// not imported at once, so that its parts do not count as those that the first page of the dashboard needs
const KitPage = lazy(async () => ({ default: (await import('./KitPage.tsx')).KitPage }))

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Suspense>
        <KitPage />
      </Suspense>
    </StrictMode>,
  )
