"""Generates the reference prices in service/analysis/reference/data, which bench/accuracy.ts compares with ours.

    python3 bench/reference/make.py [american] [dividends] [european]

Needs QuantLib 1.29 and mpmath (Debian: quantlib-python, python3-mpmath). The contracts are random with fixed
seeds, so that every run generates the same rows.
"""

import csv
import math
import random
import sys
from pathlib import Path

import mpmath
import QuantLib as ql

FOLDER = Path(__file__).parents[2] / "service/analysis/reference/data"
TODAY = ql.Date(21, 8, 2026)
DAYS = ql.Actual365Fixed()
GRID = (1600, 800)  # times, prices
mpmath.mp.dps = 60


def process(row):
    flat = lambda rate: ql.YieldTermStructureHandle(ql.FlatForward(TODAY, rate, DAYS))
    volatility = ql.BlackConstantVol(TODAY, ql.NullCalendar(), row["vol"], DAYS)
    return ql.BlackScholesMertonProcess(
        ql.QuoteHandle(ql.SimpleQuote(row["S"])), flat(row["q"]), flat(row["r"]),
        ql.BlackVolTermStructureHandle(volatility))


def payoff(row):
    return ql.PlainVanillaPayoff(ql.Option.Call if row["type"] == "call" else ql.Option.Put, row["K"])


def american(row):
    """American price by Andersen, Lake and Offengenden's fixed-point iteration, at its highest precision."""
    option = ql.VanillaOption(payoff(row), ql.AmericanExercise(TODAY, TODAY + row["days"]))
    option.setPricingEngine(ql.QdFpAmericanEngine(process(row), ql.QdFpAmericanEngine.highPrecisionScheme()))
    return option.NPV()


def escrowed(row, grid=GRID, option_payoff=None, exercise=None):
    """Price with dividends in cash by finite differences and the escrowed model; American by default."""
    option = ql.DividendVanillaOption(
        option_payoff or payoff(row), exercise or ql.AmericanExercise(TODAY, TODAY + row["days"]),
        [TODAY + day for day, _ in row["dividends"]], [amount for _, amount in row["dividends"]])
    option.setPricingEngine(ql.FdBlackScholesVanillaEngine(
        process(row), *grid, 0, ql.FdmSchemeDesc.Douglas(), False, -1.0, ql.FdBlackScholesVanillaEngine.Escrowed))
    return option.NPV()


def above(row):
    """Probability to expire above the strike: undiscounted value of a cash-or-nothing call, on a coarser grid."""
    one_dollar_payoff = ql.CashOrNothingPayoff(ql.Option.Call, row["K"], 1.0)
    value = escrowed(row, (400, 800), one_dollar_payoff, ql.EuropeanExercise(TODAY + row["days"]))
    return value * math.exp(row["r"] * row["days"] / 365)


def european(row):
    """European price by QuantLib's closed formula."""
    option = ql.VanillaOption(payoff(row), ql.EuropeanExercise(TODAY + row["days"]))
    option.setPricingEngine(ql.AnalyticEuropeanEngine(process(row)))
    return option.NPV()


def exact(row):
    """European price by the Black-Scholes-Merton formula in 60 decimal digits."""
    S, K, r, q, vol = (mpmath.mpf(row[name]) for name in ("S", "K", "r", "q", "vol"))
    T = mpmath.mpf(row["days"]) / 365
    sign = 1 if row["type"] == "call" else -1
    deviation = vol * mpmath.sqrt(T)
    d1 = (mpmath.log(S / K) + (r - q + vol * vol / 2) * T) / deviation
    N = lambda x: mpmath.erfc(-x / mpmath.sqrt(2)) / 2
    return sign * (S * mpmath.exp(-q * T) * N(sign * d1) - K * mpmath.exp(-r * T) * N(sign * (d1 - deviation)))


def terms(rng, income):
    """Random contract. With `income`, like one of an income trade: 20 to 180 days, 0 to 2 deviations out of the money."""
    kind = rng.choice(["call", "put"])
    S = round(rng.uniform(10, 500), 2)
    days = rng.randint(20, 180) if income else rng.randint(5, 730)
    vol = round(rng.uniform(0.1, 0.9), 4)
    away = (rng.uniform(0, 2) * vol * math.sqrt(days / 365)) if income else rng.uniform(-0.3, 0.3)
    K = S * math.exp(away if kind == "call" else -away) if income else S * (1 + away)
    return {"type": kind, "S": S, "K": round(K, 1), "days": days, "r": round(rng.uniform(0.001, 0.055), 4),
            "q": round(rng.choice([0, rng.uniform(0, 0.04)]), 4), "vol": vol}


def dividends(rng, row):
    """Up to eight dividends (days, dollars) before expiry, about a quarter apart, each 0.1 to 1.5 % of the price."""
    amount = round(row["S"] * rng.uniform(0.001, 0.015), 2)
    first = rng.randint(1, 91)
    dates = [first + 91 * k + rng.randint(-5, 5) for k in range(rng.randint(1, 8))]
    return [(day, amount) for day in dates if 0 < day < row["days"]]


def write(name, comments, columns, rows):
    """Writes a CSV file that begins with the comments."""
    with open(FOLDER / name, "w", newline="") as file:
        file.writelines(f"# {line}\n" for line in comments)
        out = csv.writer(file, lineterminator="\n")
        out.writerow(columns)
        out.writerows([row[column] for column in columns] for row in rows)


TERMS = ["type", "S", "K", "days", "r", "q", "vol"]


def make_american(count=450):
    rng = random.Random(1)
    rows = []
    while len(rows) < count:
        row = terms(rng, len(rows) >= 300)
        rows.append(row | {"price": f"{american(row):.12g}"})
    write("quantlib-american.csv", [
        "American options by QuantLib 1.29: QdFpAmericanEngine, highPrecisionScheme (Andersen, Lake, Offengenden).",
        "The first 300 rows are any contracts, the others as income trades choose them. Made by bench/reference/make.py.",
    ], [*TERMS, "price"], rows)


def make_dividends(count=400):
    rng = random.Random(2)
    rows = []
    while len(rows) < count:
        row = terms(rng, len(rows) >= 280)
        # 70 % of the contracts with cash dividends have no yield.
        row |= {"q": row["q"] if rng.random() < 0.3 else 0, "dividends": dividends(rng, row)}
        if row["dividends"]:
            cells = ";".join(f"{day}:{amount}" for day, amount in row["dividends"])
            rows.append(row | {"price": f"{escrowed(row):.9g}", "above": f"{above(row):.5f}", "dividends": cells})
    write("quantlib-dividends.csv", [
        "American options with dividends in cash (calendar days to the ex-date:dollars) by QuantLib 1.29:",
        f"FdBlackScholesVanillaEngine, escrowed model, {GRID[0]} times x {GRID[1]} prices, Douglas scheme.",
        "The last column is the chance to end above the strike, by the same with 400 times x 800 prices. The first 280",
        "rows are any contracts, the others as income trades choose them. Made by bench/reference/make.py.",
    ], [*TERMS, "dividends", "price", "above"], rows)


def make_european(count=200):
    """Options three to twelve deviations out of the money."""
    rng = random.Random(3)
    rows = []
    while len(rows) < count:
        row = terms(rng, False)
        away = rng.uniform(3, 12) * row["vol"] * math.sqrt(row["days"] / 365)
        row["K"] = round(row["S"] * math.exp(away if row["type"] == "call" else -away), 2)
        if row["K"] < 1 or row["K"] > 5000:
            continue
        rows.append(row | {"quantlib": f"{european(row):.17g}", "exact": mpmath.nstr(exact(row), 17)})
    write("european-wings.csv", [
        "European options three to twelve standard deviations out of the money: QuantLib 1.29 (AnalyticEuropeanEngine)",
        "and the same formula in 60 decimal digits (mpmath 1.2). Made by bench/reference/make.py.",
    ], [*TERMS, "quantlib", "exact"], rows)


ql.Settings.instance().evaluationDate = TODAY
requested = sys.argv[1:] or ["american", "dividends", "european"]
for name in requested:
    {"american": make_american, "dividends": make_dividends, "european": make_european}[name]()
