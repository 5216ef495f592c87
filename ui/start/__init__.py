"""The start page: which game lies on the table?"""
