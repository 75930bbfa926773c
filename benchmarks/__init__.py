"""Measurements: figures that depend on the machine or take long; nothing here is a test."""
