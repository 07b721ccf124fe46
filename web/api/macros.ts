// Macros, as far as they differ from other rules: their categories and files.
// Does not belong here: their list, and the acts on one of them (rules.ts).

import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import { useMutation } from './mutation.ts'
import { csrfToken } from './session.ts'
import type { MacroFile } from './types.ts'

/** The categories of the active macros: what stands before `::` in their names. */
export const macroCategoriesQuery = queryOptions({
  queryKey: ['macros', 'categories'],
  queryFn: async ({ signal }) => (await request<{ categories: string[] }>(endpoints.macro_categories, { signal })).categories,
})

/** The files of a macro. */
export const macroFilesQuery = (id: number) =>
  queryOptions({
    queryKey: ['macros', 'files', id],
    queryFn: async ({ signal }) =>
      (await request<{ macro_attachments: MacroFile[] }>(endpoints.macro_files(id), { signal })).macro_attachments,
  })

/** Uploads a file, which belongs to the macro that names it when it is saved. */
export function useUploadMacroFile() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData()
      body.set('filename', file.name)
      body.set('attachment', file)
      const options = { method: 'POST', body, csrf_token: await csrfToken(queryClient) } as const
      return (await request<{ macro_attachment: MacroFile }>(endpoints.new_macro_file, options)).macro_attachment
    },
  })
}
