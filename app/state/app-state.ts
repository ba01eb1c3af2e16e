/**
 * The state of one app. Each kind of state is defined once (host.ts, view.ts, live.ts …) and each app has its
 * own values, so that two apps on one page share nothing. Components read it from a context; other code receives the
 * app's state as a parameter.
 */
import { createContext, useContext } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'

/** One app's stores, keyed by the definition of their kind of state. */
export type AppState = Map<unknown, unknown>

/** Creates the initial state of an app. */
export const makeState = (): AppState => new Map()

const Context = createContext<AppState | undefined>(undefined)

/** Provides the app's state to its components: `<StateProvider value={state}>`. */
export const StateProvider = Context.Provider

/** Returns the state of the component's app, to pass to setters such as `setTab(app, 'why')`. */
export function useAppState(): AppState {
  const state = useContext(Context)
  if (!state) throw new Error('useAppState must be used inside a StateProvider')
  return state
}

/**
 * A hook that reads one kind of state. `of` returns the store that holds this kind of state for an
 * app.
 */
export type StateHook<T> = {
  (): T
  <U>(select: (value: T) => U): U
  of: (state: AppState) => StoreApi<T>
}

/** Defines a kind of state by its initial value. Each app's store is created on first use. */
export function defineState<T extends object>(initial: T): StateHook<T> {
  const of = (state: AppState): StoreApi<T> => {
    let store = state.get(of) as StoreApi<T> | undefined
    if (!store) state.set(of, (store = createStore<T>(() => initial)))
    return store
  }
  const useState = <U>(select?: (value: T) => U) => useStore(of(useAppState()), select!)
  return Object.assign(useState, { of })
}
