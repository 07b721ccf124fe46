// The API reference: a page of its own, rendered in the browser from openapi.json. Operations are rendered when they are opened.
// Does not belong here: the dashboard and the parts of its kit; this page has the kit's tokens and basis only (styles/base.css).

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followScheme } from '#kit/scheme.ts'
import { Reference } from './Reference.tsx'
import './styles/base.css'
import './styles/controls.css'
import './styles/frame.css'
import './styles/search.css'
import './styles/content.css'

followScheme()
const root = document.getElementById('root')
if (root === null) throw new Error('reference.html has no element with the id "root".')
createRoot(root).render(
  <StrictMode>
    <Reference />
  </StrictMode>,
)
