/** Makes a server fail when it is told to by SIGUSR2. Imported by `NODE_OPTIONS=--import`, in the server alone and not in what starts it. */
const isServer = process.argv[1]?.endsWith('dist/server/main.js') === true
const fault = () => new Error('a fault made by a test')

if (isServer)
  process.on('SIGUSR2', () => {
    if (process.env.FAULT === 'rejection') void Promise.reject(fault())
    else
      setImmediate(() => {
        throw fault()
      })
  })
