"""Speed of QuantLib for the same work, called from Python. Prints JSON with calls per second.

The overhead of the call is negligible for trees and exceeds the work for closed formulas.
"""

import json
import time

import QuantLib as ql

TODAY = ql.Date(21, 8, 2026)
ql.Settings.instance().evaluationDate = TODAY
DAYS = ql.Actual365Fixed()
STRIKES = [85 + 0.75 * i for i in range(40)]
S, R, Q, VOL, T = 100.0, 0.04, 0.01, 0.3, 0.5


def per_second(work, rounds):
    fastest = float("inf")
    for _ in range(rounds):
        started = time.perf_counter()
        for strike in STRIKES:
            work(strike)
        fastest = min(fastest, time.perf_counter() - started)
    return len(STRIKES) / fastest


def process(dividend_yield):
    flat = lambda rate: ql.YieldTermStructureHandle(ql.FlatForward(TODAY, rate, DAYS))
    return ql.BlackScholesMertonProcess(
        ql.QuoteHandle(ql.SimpleQuote(S)), flat(dividend_yield), flat(R),
        ql.BlackVolTermStructureHandle(ql.BlackConstantVol(TODAY, ql.NullCalendar(), VOL, DAYS)))


def greeks(strike):
    calculator = ql.BlackCalculator(ql.PlainVanillaPayoff(ql.Option.Put, strike), FORWARD, DEVIATION, DISCOUNT)
    return (calculator.value(), calculator.delta(S), calculator.gamma(S), calculator.theta(S, T), calculator.vega(T),
            calculator.rho(T))


def reprice(engine, with_dividend):
    """Returns a function that prices the American put of a strike again."""
    exercise = ql.AmericanExercise(TODAY, TODAY + 182)
    options = {}
    for strike in STRIKES:
        payoff = ql.PlainVanillaPayoff(ql.Option.Put, strike)
        option = ql.DividendVanillaOption(
            payoff, exercise, [TODAY + 60], [1.2]) if with_dividend else ql.VanillaOption(payoff, exercise)
        option.setPricingEngine(engine)
        options[strike] = option

    def work(strike):
        options[strike].recalculate()
    return work


FORWARD = S * 2.718281828459045 ** ((R - Q) * T)
DISCOUNT = 2.718281828459045 ** (-R * T)
DEVIATION = VOL * T**0.5
PRICES = {K: ql.blackFormula(ql.Option.Put, K, FORWARD, DEVIATION, DISCOUNT) for K in STRIKES}
ESCROWED = ql.FdBlackScholesVanillaEngine(
    process(0.0), 100, 100, 0, ql.FdmSchemeDesc.Douglas(), False, -1.0, ql.FdBlackScholesVanillaEngine.Escrowed)

print(json.dumps({
    "version": ql.__version__,
    "greeks": per_second(greeks, 50),
    "volatility": per_second(
        lambda K: ql.blackFormulaImpliedStdDevLiRS(ql.Option.Put, K, FORWARD, PRICES[K], DISCOUNT, 0.0), 50),
    "american": per_second(reprice(ql.BinomialVanillaEngine(process(Q), "lr", 101), False), 20),
    "dividends": per_second(reprice(ESCROWED, True), 5),
}))
