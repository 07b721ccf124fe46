// The API reference: a page of its own, rendered in the browser from openapi.json. Operations are rendered when they are opened.
// Does not belong here: the dashboard and its design system, which this page does without.

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followScheme } from './follow_scheme.ts'
import { Reference } from './Reference.tsx'
import './reference.css'

followScheme()
const root = document.getElementById('root')
if (root === null) throw new Error('reference.html has no element with the id "root".')
createRoot(root).render(
  <StrictMode>
    <Reference />
  </StrictMode>,
)
