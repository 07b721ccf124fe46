/** Makes a server fail on SIGUSR2. Imported by `NODE_OPTIONS=--import`; it acts in the server process only, not in its parent. */
const isServer = process.argv[1]?.endsWith('dist/server/main.js') === true
const makeFault = () => new Error('a fault made by a test')

if (isServer)
  process.on('SIGUSR2', () => {
    if (process.env.FAULT === 'rejection') void Promise.reject(makeFault())
    else
      setImmediate(() => {
        throw makeFault()
      })
  })
