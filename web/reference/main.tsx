// The API reference: a page of its own, rendered in the browser from openapi.json. Operations are rendered when they are opened.
// Does not belong here: the dashboard and the components of its design system; this page has its tokens only (design_tokens.ts).

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { adoptTokens } from './design_tokens.ts'
import { followScheme } from './follow_scheme.ts'
import { Reference } from './Reference.tsx'
import './styles/base.css'
import './styles/controls.css'
import './styles/frame.css'
import './styles/search.css'
import './styles/content.css'

adoptTokens()
followScheme()
const root = document.getElementById('root')
if (root === null) throw new Error('reference.html has no element with the id "root".')
createRoot(root).render(
  <StrictMode>
    <Reference />
  </StrictMode>,
)
