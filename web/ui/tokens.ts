// Typefaces and corners, for the design system (theme.tsx) and for pages without it. Colours are in palette.ts.

export const fonts = {
  system: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif',
  mono: 'ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace',
} as const

export const radii = { sm: '4px', md: '7px', lg: '12px' } as const
