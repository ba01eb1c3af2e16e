/**
 * The state of one app. Each kind of state is defined once (host.ts, view.ts, live.ts …) and each app has its
 * own values, so that two apps on one page share nothing. Components read it from a context; other code receives the
 * app's state as a parameter.
 */
import { createContext, useContext } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'

/** One app's stores, by their definition. */
export type AppState = Map<unknown, unknown>

/** Creates the initial state of an app. */
export const makeState = (): AppState => new Map()

const Context = createContext<AppState | undefined>(undefined)

/** Provides the app's state to its components: `<StateProvider value={state}>`. */
export const StateProvider = Context.Provider

/** The state of the app that a component belongs to, for writers such as `setTab(app, 'why')`. */
export function useAppState(): AppState {
  const state = useContext(Context)
  if (!state) throw new Error('useAppState must be used inside a StateProvider')
  return state
}

/** A hook that reads a kind of state; `of` returns an app's store of it. */
export type StateHook<T> = {
  (): T
  <U>(select: (value: T) => U): U
  of: (state: AppState) => StoreApi<T>
}

/** Defines a kind of state by its initial value. */
export function defineState<T extends object>(initial: T): StateHook<T> {
  const of = (state: AppState): StoreApi<T> => {
    let store = state.get(of) as StoreApi<T> | undefined
    if (!store) state.set(of, (store = createStore<T>(() => initial)))
    return store
  }
  const useState = <U>(select?: (value: T) => U) => useStore(of(useAppState()), select!)
  return Object.assign(useState, { of })
}
